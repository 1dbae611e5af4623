#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An executor that runs its jobs on one thread, in their order or in one that a seed decides.
///
/// While it runs, it also takes the jobs of its thread for the global executor, such as those of
/// nonisolated functions. So no job leaves the thread, and a seed repeats a run exactly.
public final class SeededExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
  // Only the thread that runs the executor uses these.
  private var jobs: [(job: UnownedJob, lane: Int)] = []
  /// The lane of the running job, and of the jobs that it starts.
  private var lane = 0
  /// `nil` to run jobs in their order.
  private var random: SeededGenerator?
  private var settlers: [(lane: Int, continuation: CheckedContinuation<Void, Never>)] = []

  init(seed: UInt64?) {
    random = seed.map(SeededGenerator.init)
  }

  public func enqueue(_ job: UnownedJob) {
    jobs.append((job, lane))
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    enqueue(UnownedJob(job))
  }

  /// Waits until no job of this lane and of the lane 0 can run.
  func settle(lane: Int) async {
    await withCheckedContinuation { settlers.append((lane, $0)) }
  }

  /// Has the jobs that the body starts wait until their lane settles.
  func inLane<Result>(_ number: Int, _ body: () -> Result) -> Result {
    let former = lane
    lane = number
    defer { lane = former }
    return body()
  }

  func runUntilIdle() {
    while true {
      let lanes = [0, settlers.first?.lane ?? 0]
      var ready = jobs.indices.filter { lanes.contains(jobs[$0].lane) }
      if settlers.isEmpty && ready.isEmpty { ready = Array(jobs.indices) }
      if let index = random?.element(of: ready) ?? ready.first {
        let job: UnownedJob
        (job, lane) = jobs.remove(at: index)
        if random == nil {
          // As on a real actor, a return to the actor is no separate job.
          unsafe job.runSynchronously(on: asUnownedSerialExecutor())
        } else {
          unsafe job.runSynchronously(
            isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
      } else if !settlers.isEmpty {
        lane = 0
        settlers.removeFirst().continuation.resume()
      } else {
        return
      }
    }
  }
}

public actor SimulatedActor {
  private nonisolated let executor: SeededExecutor
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(_ executor: SeededExecutor) {
    self.executor = executor
  }

  /// Waits until no other job can run.
  ///
  /// - Parameter lane: The lane whose jobs run in addition to those of the lane 0.
  public func settle(lane: Int = 0) async {
    await executor.settle(lane: lane)
  }

  /// Has the jobs that the body starts wait until their lane settles.
  nonisolated func inLane<Result>(_ number: Int, _ body: () -> Result) -> Result {
    executor.inLane(number, body)
  }

  /// Runs the body on a new actor, with all jobs that it starts, until no job can run.
  ///
  /// - Parameters:
  ///   - seed: The seed of the order of jobs; `nil` for the order in which they become ready.
  ///   - body: The body.
  /// - Returns: The result of the body; `nil` if it waits forever.
  public nonisolated static func run<Result: Sendable>(
    seed: UInt64?, _ body: @escaping @Sendable (isolated SimulatedActor) async -> Result
  ) -> Result? {
    let executor = SeededExecutor(seed: seed)
    let result = ResultBox<Result>()
    GlobalJobs.redirected(to: executor) {
      let actor = SimulatedActor(executor)
      Task.detached { result.value = await body(actor) }
      executor.runUntilIdle()
    }
    return result.value
  }

  private final class ResultBox<Result: Sendable>: @unchecked Sendable {
    // All jobs run on this thread.
    var value: Result?
  }
}

/// Takes the jobs of one thread for the global executor by a hook of the runtime.
private enum GlobalJobs {
  typealias Original = @convention(thin) (UnownedJob) -> Void
  typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    guard let symbol = unsafe dlsym(nil, "swift_task_enqueueGlobal_hook") else {
      preconditionFailure("the runtime has no hook for jobs")
    }
    let hook: Hook = { job, original in
      if let executor = GlobalJobs.executor {
        executor.enqueue(job)
      } else {
        original(job)
      }
    }
    unsafe symbol.assumingMemoryBound(to: Hook?.self).pointee = hook
    return key
  }()

  static var executor: SeededExecutor? {
    unsafe pthread_getspecific(key).map {
      unsafe Unmanaged<SeededExecutor>.fromOpaque($0).takeUnretainedValue()
    }
  }

  static func redirected(to executor: SeededExecutor, _ body: () -> Void) {
    unsafe pthread_setspecific(key, Unmanaged.passUnretained(executor).toOpaque())
    body()
    pthread_setspecific(key, nil)
  }
}
