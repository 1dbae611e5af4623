import Outline

/// Patches between two versions, beside their difference.
func patches<Item: BenchmarkItem>() -> [Benchmark<Item>] {
  [
    patching("a root collapsed") { workload in
      var new = workload.snapshot
      new.collapse(CollectionOfOne(workload.items[workload.roots[0]]))
      return (workload.snapshot, new)
    },
    patching("a row moved") { workload in
      var new = workload.snapshot
      try new.move(workload.items[workload.leaves[0]], after: workload.items[0])
      return (workload.snapshot, new)
    },
    patching("half of the roots inserted") { workload in
      var old = workload.snapshot
      try old.delete(workload.roots.prefix(workload.roots.count / 2).map { workload.items[$0] })
      return (old, workload.snapshot)
    },
    patching("1,000 random edits") { workload in try workload.versionsFarApart() },
    patching("1% inserted, 1% deleted, 1% moved, rebuilt") { workload in
      (workload.snapshot, try workload.rebuilt(.edited))
    },
    patching("shuffled, rebuilt") { workload in
      (workload.snapshot, try workload.rebuilt(.shuffled))
    },
  ]
}

private func patching<Item: BenchmarkItem>(
  _ title: String,
  _ versions:
    @escaping (Workload<Item>) throws -> (
      old: SectionSnapshot<Item>, new: SectionSnapshot<Item>
    )
) -> Benchmark<Item> {
  Benchmark(title) { workload in
    let (old, new) = try versions(workload)
    let patch = new.patch(from: old)
    return [
      building("`patch(from:)`", per: 1) { new.patch(from: old) },
      building("`difference(from:)`", per: 1) { new.difference(from: old) },
      editingCopies("`apply`", of: old, at: [0]) { copy, _ in try copy.apply(patch) },
      editingCopies("`merge`", of: old, at: [0]) { copy, _ in copy.merge(patch) },
      building("`inverse`", per: 1) { patch.inverse },
    ]
  }
}
