import Outline
import Testing

@Suite struct LoadingStateTests {
  enum Numbered: Error { case one, two }

  struct Plain: Error {
    var text: String
  }

  struct Other: Error, CustomStringConvertible {
    let description: String
  }

  struct Alike: Error, CustomStringConvertible {
    let description: String
  }

  final class Object: Error, CustomStringConvertible {
    var description: String { "\(ObjectIdentifier(self))" }
  }

  @Test func statesWithoutErrorsAreEqualToThemselves() {
    let states: [LoadingState] = [.notLoaded, .loading, .loaded, .stale, .failed(Numbered.one)]
    for (index, state) in states.enumerated() {
      for (other, otherState) in states.enumerated() {
        #expect((state == otherState) == (index == other), "\(state), \(otherState)")
      }
    }
  }

  @Test func equatableErrorsAreCompared() {
    #expect(LoadingState.failed(Numbered.one) == .failed(Numbered.one))
    #expect(LoadingState.failed(Numbered.one) != .failed(Numbered.two))
    #expect(
      LoadingState.failed(SectionSnapshotError.unknownItems([1]))
        != .failed(SectionSnapshotError.unknownItems(["1"])))
  }

  @Test func otherErrorsAreComparedByTypeAndDescription() {
    #expect(LoadingState.failed(Plain(text: "a")) == .failed(Plain(text: "a")))
    #expect(LoadingState.failed(Plain(text: "a")) != .failed(Plain(text: "b")))
    #expect(LoadingState.failed(Other(description: "a")) != .failed(Alike(description: "a")))
  }

  @Test func anErrorObjectIsEqualToItself() {
    let object = Object()
    #expect(LoadingState.failed(object) == .failed(object))
    #expect(LoadingState.failed(object) != .failed(Object()))
  }
}
