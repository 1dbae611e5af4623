#if canImport(AppKit) && !targetEnvironment(macCatalyst)

  import AppKit

  /// The view of a row with the mark of a load.
  final class MarkedView: NSView {
    /// Creates a view that shows a mark after the view of a row.
    ///
    /// - Parameter retry: The action of the button after a failure.
    static func make(
      _ rowView: NSView?, _ mark: LoadingMark, retry: @escaping () -> Void
    ) -> MarkedView {
      let view = MarkedView(frame: NSRect(x: 0, y: 0, width: 100, height: 20))
      if let rowView {
        rowView.frame = NSRect(x: 0, y: 0, width: 80, height: 20)
        rowView.autoresizingMask = [.width, .height]
        view.addSubview(rowView)
      }
      let markView =
        switch mark {
        case .loading: makeIndicator()
        case .failed: RetryButton.make(retry)
        }
      markView.frame = NSRect(x: 82, y: 2, width: 16, height: 16)
      markView.autoresizingMask = [.minXMargin, .minYMargin, .maxYMargin]
      view.addSubview(markView)
      return view
    }

    private static func makeIndicator() -> NSView {
      let indicator = NSProgressIndicator()
      indicator.style = .spinning
      indicator.controlSize = .small
      indicator.startAnimation(nil)
      return indicator
    }
  }

  /// A button that tries again.
  private final class RetryButton: NSButton {
    private var retry: () -> Void = {}

    static func make(_ retry: @escaping () -> Void) -> NSView {
      let label = "Retry"
      let button = RetryButton()
      button.retry = retry
      button.image = NSImage(
        systemSymbolName: "arrow.clockwise", accessibilityDescription: label)
      button.imagePosition = .imageOnly
      button.isBordered = false
      button.setAccessibilityLabel(label)
      return button
    }

    // Only a class of Objective-C can have a method as the action.
    override func sendAction(_ action: Selector?, to target: Any?) -> Bool {
      retry()
      return true
    }
  }

#endif
