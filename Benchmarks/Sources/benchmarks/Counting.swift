import Foundation
import Outline

/// A task whose instructions `budgets.py` counts.
struct CountedTask {
  let name: String
  /// Prepares the task with a regular tree of a width, and returns the work to count.
  let prepare: (Int) throws -> () throws -> Any

  /// Does the work once, after the same work at a small size: the first use of a type costs more.
  static func run(named name: String) throws {
    guard let task = all.first(where: { $0.name == name }) else {
      print("The counted tasks are:", all.map(\.name).joined(separator: ", "))
      exit(64)
    }
    // The items of both trees fill sections of twenty.
    blackHole(try task.prepare(20)())
    let work = try task.prepare(40)
    blackHole(try countInstructions(work))
  }
}

/// The function that callgrind looks for.
@inline(never)
private func countInstructions(_ work: () throws -> Any) rethrows -> Any {
  try work()
}

// MARK: - Tasks

extension CountedTask {
  fileprivate init<Item: BenchmarkItem, Result>(
    _ name: String, _ type: Item.Type,
    _ prepare: @escaping (Workload<Item>) throws -> () throws -> Result
  ) {
    self.init(name: name) { width in
      let count = TreeForm.rowCount(width: width)
      let work = try prepare(Workload(.regular, count: count))
      return { try work() }
    }
  }

  fileprivate static var all: [CountedTask] {
    building + editing + looking + differing + showing
  }

  private static var building: [CountedTask] {
    [
      CountedTask("build in pre-order", Int.self) { workload in
        {
          var snapshot = SectionSnapshot<Int>()
          try snapshot.append(preorder: workload.rows)
          return snapshot
        }
      },
      CountedTask("build strings in pre-order", String.self) { workload in
        {
          var snapshot = SectionSnapshot<String>()
          try snapshot.append(preorder: workload.rows)
          return snapshot
        }
      },
      CountedTask("build by parents", Int.self) { workload in
        let siblings = workload.siblings
        return {
          var snapshot = SectionSnapshot<Int>()
          for (parent, children) in siblings {
            try snapshot.append(children, to: parent)
          }
          return snapshot
        }
      },
      CountedTask("build from roots", Int.self) { workload in
        let roots = workload.roots.map { workload.items[$0] }
        let children = workload.children
        return { try SectionSnapshot(roots: roots) { children[$0] ?? [] } }
      },
      CountedTask("append a snapshot", Int.self) { workload in
        {
          var snapshot = SectionSnapshot<Int>()
          // An empty outline would share the storage of the appended one.
          try snapshot.append([-1])
          try snapshot.append(workload.snapshot, to: -1)
          return snapshot
        }
      },
      CountedTask("fill sections", Int.self) { workload in
        { try workload.manySections() }
      },
      CountedTask("report duplicates", Int.self) { workload in
        {
          var copy = workload.snapshot
          try? copy.append(workload.items)
          return copy
        }
      },
    ]
  }

  private static var editing: [CountedTask] {
    [
      CountedTask("toggle roots", Int.self) { workload in
        let roots = workload.scatteredRoots(1000)
        return {
          for root in roots {
            var copy = workload.snapshot
            copy.collapse(CollectionOfOne(root))
            copy.expand(CollectionOfOne(root))
          }
        }
      },
      CountedTask("insert and delete a row", Int.self) { workload in
        {
          for row in workload.positions(1000) {
            var copy = workload.snapshot
            try copy.insert(CollectionOfOne(workload.newItem), before: workload.items[row])
            try copy.delete(CollectionOfOne(workload.newItem))
          }
        }
      },
      CountedTask("move a row", Int.self) { workload in
        let last = workload.items[workload.items.count - 1]
        return {
          for row in workload.positions(1000) {
            var copy = workload.snapshot
            try copy.move(last, before: workload.items[row])
          }
        }
      },
      CountedTask("delete a subtree", Int.self) { workload in
        {
          var copy = workload.snapshot
          for root in workload.roots.prefix(workload.roots.count / 2) {
            try copy.delete(CollectionOfOne(workload.items[root]))
          }
          return copy
        }
      },
      CountedTask("insert among known items", Int.self) { workload in
        let known = Array(workload.items.prefix(5_000))
        var snapshot = Snapshot<Int, Int>()
        try snapshot.appendSections([0])
        try snapshot.appendItems(known)
        let new = known.indices.map { workload.newItem &+ $0 }
        return {
          var copy = snapshot
          try copy.appendItems(zip(new, known).flatMap { [$0, $1] }, toSection: 0)
          return copy
        }
      },
      CountedTask("filter a section", Int.self) { workload in
        var snapshot = Snapshot<Int, Int>()
        try snapshot.appendSection(0, workload.snapshot)
        let filtered = workload.snapshot.filtered { $0.isMultiple(of: 10) }
        return {
          var copy = snapshot
          copy[0] = filtered
          return copy
        }
      },
      CountedTask("keep the expansion", Int.self) { workload in
        var rebuilt = SectionSnapshot<Int>()
        try rebuilt.append(preorder: workload.rows)
        return {
          var copy = rebuilt
          copy.keepExpansion(of: workload.snapshot)
          return copy
        }
      },
    ]
  }

  private static var looking: [CountedTask] {
    [
      CountedTask("look up a row", Int.self) { workload in
        { workload.positions(10_000).reduce(0) { $0 &+ workload.snapshot.visibleItems[$1] } }
      },
      CountedTask("look up an item", Int.self) { workload in
        {
          workload.positions(10_000).reduce(0) {
            $0 &+ (workload.snapshot.row(of: workload.items[$1]) ?? 0)
          }
        }
      },
      CountedTask("walk rows", Int.self) { workload in
        { workload.snapshot.rows.reduce(0) { $0 &+ $1.level } }
      },
    ]
  }

  private static var differing: [CountedTask] {
    [
      CountedTask("difference after an edit", Int.self) { workload in
        let versions = try workload.positions(1000).map { row in
          var copy = workload.snapshot
          try copy.insert(CollectionOfOne(workload.newItem), before: workload.items[row])
          return copy
        }
        return { versions.map { $0.difference(from: workload.snapshot) } }
      },
      CountedTask("difference of rebuilt outlines", Int.self) { workload in
        let rebuilt = try workload.makeSnapshot()
        return { rebuilt.difference(from: workload.snapshot) }
      },
      CountedTask("difference of sections", Int.self) { workload in
        let old = try workload.manySections()
        let versions = try workload.positions(1000).map { row in
          var copy = old
          try copy.moveItem(
            workload.items[row], beforeItem: workload.items[workload.row(farFrom: row)])
          return copy
        }
        return { versions.map { $0.difference(from: old) } }
      },
      CountedTask("steps of a tree view", Int.self) { workload in
        var collapsed = workload.snapshot
        collapsed.collapseAll()
        let difference = workload.snapshot.difference(from: collapsed)
        return { difference.treeChanges(from: collapsed, to: workload.snapshot) }
      },
    ]
  }

  private static var showing: [CountedTask] {
    [
      CountedTask("toggle in a data source", Int.self) { workload in
        let screen = Screen(workload)
        let roots = workload.scatteredRoots(1000)
        return {
          for root in roots {
            screen.source.toggle(root)
          }
          return screen.adapter.changedRows
        }
      },
      CountedTask("apply a rebuilt outline", Int.self) { workload in
        let screen = Screen(workload)
        let rebuilt = try workload.makeSnapshot()
        return {
          screen.source.apply(rebuilt, to: 0, keepingExpansion: true)
          return screen.adapter.changedRows
        }
      },
    ]
  }
}

// MARK: - Workloads

extension Workload {
  /// Scattered rows, the same in each run.
  fileprivate func positions(_ count: Int) -> [Int] {
    (0..<count).map { row(farFrom: $0) }
  }

  /// The roots of scattered rows.
  fileprivate func scatteredRoots(_ count: Int) -> [Item] {
    positions(count).map { row in
      items[roots.last { $0 <= row } ?? 0]
    }
  }

  /// A snapshot with sections of twenty items.
  fileprivate func manySections() throws -> Snapshot<Int, Item> {
    try Sections(items: items, each: 20).makeSnapshot()
  }
}
