extension Operation<Int> {
  public enum Breadth: Sendable {
    /// One argument at a time takes all its values while the others stay fixed. Operations on two
    /// items take each pair.
    case eachArgument
    case everyCombination
  }

  /// Every operation with its arguments, for outlines whose items are 1...count.
  ///
  /// The item 99 is unknown; 90, 91 and 92 are new.
  public static func table(count: Int, breadth: Breadth) -> [Operation] {
    let arguments = Arguments(count: count, breadth: breadth)
    return arguments.additions + arguments.deletions + arguments.moves + arguments.expansions
      + arguments.rearrangements
  }
}

private struct Arguments {
  let items: [Int]
  let targets: [Int]
  let parents: [Int?]
  let isFull: Bool

  init(count: Int, breadth: Operation<Int>.Breadth) {
    items = Array(1..<count + 1)
    targets = items + [99]
    parents = [nil] + targets
    isFull = breadth == .everyCombination
  }

  var positions: [SiblingPosition<Int>] { targets.flatMap { [.before($0), .after($0)] } }

  var pairs: [[Int]] {
    isFull ? targets.flatMap { first in targets.map { [first, $0] } } : []
  }

  var subsets: [[Int]] {
    guard isFull else { return [[]] + targets.map { [$0] } + [items] }
    return (0..<1 << items.count).map { bits in items.filter { bits >> ($0 - 1) & 1 == 1 } }
  }

  var grafts: [Graft<Int>] {
    let new: [Graft<Int>] = ["", "- 90", "+ 90\n  - 91\n+ 92"]
    return new + items.map { Graft(OutlineModel("+ 90\n  + \($0)\n    - 91")) }
  }

  var rowLists: [[(item: Int, level: Int)]] {
    [
      [], [(90, 0), (91, 1), (92, 0)], [(90, 0), (91, 2)], [(90, 1)], [(90, -1)],
      [(90, 0), (91, 1), (90, 1)],
    ] + items.map { [(90, 0), ($0, 1)] }
  }

  var additions: [Operation<Int>] {
    let lists = [[], [90], [90, 91], [90, 91, 90]] + items.map { [90, $0] } + pairs
    guard isFull else {
      let list = lists[1]
      let graft = grafts[2]
      let rows = rowLists[1]
      var operations = parents.flatMap { parent -> [Operation<Int>] in
        [
          .append(list, to: parent), .appendTree(graft, to: parent),
          .appendPreorder(rows, to: parent),
          .insertInto(parent, at: items.count / 2, items: list),
        ]
      }
      operations += lists.flatMap { list -> [Operation<Int>] in
        [
          .append(list, to: items.last), .insert(list, .after(targets[0])),
          .insertInto(items.first, at: 0, items: list),
        ]
      }
      operations += grafts.flatMap { graft -> [Operation<Int>] in
        [.appendTree(graft, to: items.last), .insertTree(graft, .before(targets[0]))]
      }
      operations += rowLists.map { .appendPreorder($0, to: items.first) }
      operations += positions.flatMap { [.insert(list, $0), .insertTree(graft, $0)] }
      return operations
    }
    let indices = Array(-1...items.count + 1)
    var operations = parents.flatMap { parent -> [Operation<Int>] in
      lists.map { .append($0, to: parent) } + grafts.map { .appendTree($0, to: parent) }
        + rowLists.map { .appendPreorder($0, to: parent) }
    }
    operations += parents.flatMap { parent in
      indices.flatMap { index in lists.map { .insertInto(parent, at: index, items: $0) } }
    }
    operations += positions.flatMap { position -> [Operation<Int>] in
      lists.map { .insert($0, position) } + grafts.map { .insertTree($0, position) }
    }
    return operations
  }

  var deletions: [Operation<Int>] {
    (targets.map { [$0] } + [[]] + pairs).map { .delete($0) } + [.deleteAll]
      + targets.flatMap { parent in grafts.map { .replace(childrenOf: parent, using: $0) } }
      + replacements + listings
  }

  var replacements: [Operation<Int>] {
    targets.flatMap { item in ([90] + items).map { .replaceItem(item, with: $0) } }
  }

  /// Lists of children, and outlines that contain some levels.
  var listings: [Operation<Int>] {
    // The item 99 stays unknown.
    let lists =
      [[], [90], [90, 91, 90], items, items.reversed()] + pairs.filter { !$0.contains(99) }
    let trees =
      grafts
      + lists.filter { $0.count == 2 && $0[0] != $0[1] }.map {
        Graft(OutlineModel("+ \($0[0])\n  + 90\n    - \($0[1])"))
      }
    return parents.flatMap { parent in
      lists.map { .setChildren($0, of: parent) } + trees.map { .setTree($0, of: parent) }
    }
  }

  var moves: [Operation<Int>] {
    targets.flatMap { item -> [Operation<Int>] in
      positions.map { .move(item, $0) }
        + parents.flatMap { parent in
          (isFull ? [nil] + Array(-1...items.count + 1) : [nil, item % 3]).map {
            .moveInto(parent, at: $0, item: item)
          }
        }
    } + movesOfSeveral
  }

  /// Moves of several items: all pairs in both orders if the table is full, and all items at once.
  var movesOfSeveral: [Operation<Int>] {
    let lists = [[], items, Array(items.suffix(2).reversed())] + pairs
    return lists.flatMap { list -> [Operation<Int>] in
      positions.map { .moveItems(list, $0) }
        + parents.flatMap { parent in
          (isFull ? [nil, -1, 0, 1, items.count] : [nil, 0]).map {
            .moveItemsInto(parent, at: $0, items: list)
          }
        }
    }
  }

  var expansions: [Operation<Int>] {
    let levels = Array(-1...items.count + 1)
    return [.expandAll(in: nil), .collapseAll(in: nil)]
      + subsets.flatMap { [.expand($0), .collapse($0), .restoreExpansion($0)] }
      + [.expand([99, 99]), .collapse([99]), .restoreExpansion([99] + items + [99, 98])]
      + targets.flatMap { [.expandAll(in: $0), .collapseAll(in: $0), .reveal($0)] }
      + levels.flatMap { level in
        parents.flatMap { item in
          [true, false].map { .expandToLevel(level, in: item, collapsingOthers: $0) }
        }
      }
  }

  var sortedPositions: [Operation<Int>] {
    parents.flatMap { parent -> [Operation<Int>] in
      let insertions = [[], [91, 90], [90, 1]].map { list -> Operation<Int> in
        .insertSorted(list, to: parent, by: .descending)
      }
      let moves = targets.flatMap { item -> [Operation<Int>] in
        [true, false].map { .moveSorted(item, to: parent, by: .ascending, isSibling: $0) }
      }
      return insertions + moves
    }
  }

  var rearrangements: [Operation<Int>] {
    parents.flatMap { parent in
      [true, false].map { .sort(childrenOf: parent, recursively: $0, by: .descending) }
    }
      + sortedPositions
      + subsets.flatMap { subset in
        [true, false].map { .filter(subset, keepingSubtrees: $0) }
      }
      + targets.flatMap { item in
        [true, false].map { .keep(item, includingParent: $0) } + [.reopen(item)]
          + (isFull ? parents : [nil]).map { .regraft(item, to: $0) }
      }
  }
}
