// Declarations for an app, which is compiled but not run.

public struct NSUserInterfaceItemIdentifier: Hashable, Sendable {
  public init(_ rawValue: String) {}
}

@MainActor open class NSTableHeaderView: NSView {}

extension NSTableView {
  public func addTableColumn(_ tableColumn: NSTableColumn) {}

  public var headerView: NSTableHeaderView? {
    get { nil }
    set {}
  }

  public var allowsMultipleSelection: Bool {
    get { true }
    set {}
  }
}

@MainActor open class NSScrollView: NSView {
  open var documentView: NSView?
  open var hasVerticalScroller = false
}

@MainActor open class NSTextField: NSControl {
  public convenience init(labelWithString stringValue: String) { self.init(frame: .zero) }
}
