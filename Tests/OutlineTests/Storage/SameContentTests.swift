import OutlineTestSupport
import Testing

@testable import OutlineCore

/// Values that are equal by identity, with content of all kinds.
@Suite struct SameContentTests {
  private struct Folder: Equatable {
    var id = 0
    var path = "/usr/share/a path that is too long for sixteen bytes"
    var tags: [String]? = ["one tag that is too long for sixteen bytes"]
    var size: Size = .known(bytes: 4, unit: "a unit that is too long for sixteen bytes")
    var owner: Owner? = Owner(name: "root")
    var scan = (count: 1, error: Optional<Int>.none)

    static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  }

  private enum Size {
    case unknown, unreadable
    case known(bytes: Int, unit: String)
    case measured(bytes: Int, unit: String)
  }

  private final class Owner: Equatable {
    let name: String

    init(name: String) {
      self.name = name
    }

    static func == (left: Owner, right: Owner) -> Bool { left.name == right.name }
  }

  private static func changed(_ change: (inout Folder) -> Void) -> Folder {
    var folder = Folder()
    folder.path = String(folder.path.reversed().reversed())
    change(&folder)
    return folder
  }

  @Test func valuesThatAreBuiltAgainHaveTheSameContent() {
    #expect(haveSameContent(Folder(), Folder()))
    #expect(haveSameContent(Folder(), Self.changed { _ in }))
    #expect(haveSameContent(Folder(), Self.changed { $0.owner = Owner(name: "root") }))
    #expect(haveSameContent(Identified(SameContentTests.File()), Identified(File())))
    let text = "a text that is too long for sixteen bytes"
    #expect(haveSameContent(text, String(text.reversed().reversed())))
    #expect(haveSameContent([text], [String(text.reversed().reversed())]))
  }

  private struct File: Identifiable {
    let id = 1
    var name = ["a name", "that is too long for sixteen bytes"].joined(separator: " ")
  }

  @Test func eachPartCounts() {
    let changes: [(inout Folder) -> Void] = [
      { $0.path += "x" }, { $0.tags = nil }, { $0.tags?.append("x") }, { $0.size = .unknown },
      { $0.size = .known(bytes: 4, unit: "b") }, { $0.size = .known(bytes: 5, unit: $0.path) },
      { $0.owner = nil }, { $0.owner = Owner(name: "user") }, { $0.scan.count = 2 },
      { $0.scan.error = 1 },
    ]
    for change in changes {
      #expect(!haveSameContent(Folder(), Self.changed(change)))
    }
    let unit = Folder().path
    #expect(!haveSameContent(Size.unknown, .unreadable))
    #expect(!haveSameContent(Size.known(bytes: 1, unit: unit), .measured(bytes: 1, unit: unit)))
    #expect(!haveSameContent(Identified(File()), Identified(File(name: unit))))
  }
}
