import Outline

/// A loader of children whose loads wait until the driver finishes them.
@MainActor final class PendingLoads {
  private var pending: [CheckedContinuation<ChildPage<Int>, any Error>] = []

  var count: Int { pending.count }

  nonisolated func makeLoader() -> ChildLoader<Int, Int> {
    ChildLoader(
      hasChildren: { $0.isMultiple(of: 3) }, slowAfter: .zero,
      pages: { [weak self] (_, _: Int?) in
        guard let self else { throw CancellationError() }
        return try await wait()
      })
  }

  private func wait() async throws -> ChildPage<Int> {
    try await withCheckedThrowingContinuation { pending.append($0) }
  }

  func finish(_ index: Int, with result: Result<ChildPage<Int>, any Error>) {
    pending.remove(at: index).resume(with: result)
  }

  func finishAll() {
    while !pending.isEmpty { finish(0, with: .failure(CancellationError())) }
  }
}
