/// The state of the simulated program: broken rules, and animations in progress.
@MainActor public enum Simulation {
  /// The rules that were broken, in words.
  public private(set) static var violations: [String] = []
  /// A Boolean value that indicates whether views lay out when asked to, or at the next turn.
  public static var laysOutAtOnce = true
  private static var animations: [() -> Void] = []
  /// The number of animations that have begun and that have ended; they end in order.
  private static var (begun, ended) = (0, 0)
  /// The number of animations until the end of the last one that an update has begun.
  public static var lastAnimation = 0

  public static var animationCount: Int { animations.count }

  public static func report(_ violation: String) { violations.append(violation) }

  /// The number of times that something happened, by name.
  public private(set) static var events: [String: Int] = [:]

  public static func note(_ event: String) { events[event, default: 0] += 1 }

  public static func forgetEvents() { events = [:] }

  /// Begins a run; the events of all runs are counted together.
  public static func reset() {
    (violations, animations) = ([], [])
    (begun, ended, lastAnimation) = (0, 0, 0)
  }

  /// Begins an animation; the completion is called when it ends.
  public static func animate(_ completion: @escaping () -> Void) {
    animations.append(completion)
    begun += 1
    lastAnimation = begun
  }

  public static func hasEnded(_ animation: Int) -> Bool { ended >= animation }

  /// Ends the first of the animations in progress.
  public static func finishAnimation() {
    if animations.isEmpty { return }
    ended += 1
    animations.removeFirst()()
  }

  /// Ends all animations, also those that begin meanwhile.
  public static func finishAnimations() {
    while !animations.isEmpty { finishAnimation() }
  }
}
