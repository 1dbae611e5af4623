/// Returns a short list that still fails: removes elements until a time limit.
public func shrunk<Element>(
  _ list: [Element], within limit: Duration = .seconds(120),
  while stillFails: ([Element]) async -> Bool
) async -> [Element] {
  let deadline = ContinuousClock.now + limit
  var list = list
  var size = list.count
  while size > 0 {
    var start = 0
    var isShorter = false
    while start < list.count {
      guard ContinuousClock.now < deadline else { return list }
      var candidate = list
      candidate.removeSubrange(start..<min(start + size, list.count))
      if await stillFails(candidate) {
        list = candidate
        isShorter = true
      } else {
        start += size
      }
    }
    if size > 1 || !isShorter { size /= 2 }
  }
  return list
}
