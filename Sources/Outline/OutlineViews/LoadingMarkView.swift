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

  /// A cell or a header with a place for the mark of a load.
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

  extension UITableViewHeaderFooterView: LoadingCell {
    func show(_ mark: LoadingMarkView?) {
      for case let old as LoadingMarkView in contentView.subviews {
        old.removeFromSuperview()
      }
      guard let mark else { return }
      contentView.addSubview(mark)
      mark.translatesAutoresizingMaskIntoConstraints = false
      NSLayoutConstraint.activate([
        mark.widthAnchor.constraint(equalToConstant: mark.bounds.width),
        mark.heightAnchor.constraint(equalToConstant: mark.bounds.height),
        mark.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
        mark.trailingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.trailingAnchor),
      ])
    }
  }

#endif
