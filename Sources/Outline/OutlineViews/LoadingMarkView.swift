#if canImport(UIKit) && !os(watchOS) && !os(tvOS)

  import UIKit

  /// A view that shows the mark of a load.
  final class LoadingMarkView: UIView {
    /// The view in whose place it is.
    fileprivate var replacedView: UIView?

    /// Creates the view of a mark.
    ///
    /// - Parameter retry: The action of the button after a failure.
    static func make(_ mark: LoadingMark, retry: @escaping () -> Void) -> LoadingMarkView {
      let content: UIView
      switch mark {
      case .loading:
        let indicator = UIActivityIndicatorView(style: .medium)
        indicator.startAnimating()
        content = indicator
      case .failed:
        let image = UIImage(systemName: "arrow.clockwise")
        let button = UIButton(primaryAction: UIAction(image: image) { _ in retry() })
        button.accessibilityLabel = "Retry"
        content = button
      }
      content.sizeToFit()
      let view = LoadingMarkView(frame: content.bounds)
      view.addSubview(content)
      return view
    }
  }

  /// A cell with a place for the mark of a load.
  @MainActor protocol LoadingCell: UIView {
    /// Shows a mark instead of the current one.
    func show(_ mark: LoadingMarkView?)
  }

  extension UICollectionViewListCell: LoadingCell {
    func show(_ mark: LoadingMarkView?) {
      if accessories.contains(where: { $0.isLoadingMark }) {
        accessories.removeAll { $0.isLoadingMark }
      }
      if let mark {
        accessories.append(
          .customView(configuration: .init(customView: mark, placement: .trailing())))
      }
    }
  }

  extension UICellAccessory {
    fileprivate var isLoadingMark: Bool {
      if case .customView(let view) = accessoryType { view is LoadingMarkView } else { false }
    }
  }

  extension UITableViewCell: LoadingCell {
    func show(_ mark: LoadingMarkView?) {
      if let old = accessoryView as? LoadingMarkView {
        accessoryView = old.replacedView
      }
      if let mark {
        mark.replacedView = accessoryView
        accessoryView = mark
      }
    }
  }

#endif
