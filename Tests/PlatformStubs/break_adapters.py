"""Breaks the adapters in many ways, one at a time, and expects that the simulators notice each.

    python3 Tests/PlatformStubs/break_adapters.py [WORD]...    breaks whose names have all words
"""

import os
import pathlib
import shutil
import subprocess
import sys

stubs = pathlib.Path(__file__).resolve().parent
root = stubs.parents[1]
# A copy of the package, with copies of the files that its links name.
copied = root / ".build" / "broken"
work = copied / "PlatformStubs"

# The tests that notice the breaks of a file.
TESTS = {
    "CollectionViewOutline": "collectionView", "TableViewOutline": "tableView",
    "ListAdapter": "UIKitTests", "ViewAdapter": "UIKitTests|AppKitTests",
    "OutlineViewOutline": "AppKitTests", "TreeAdapter": "AppKitTests",
    "OutlineList": "SwiftUITests", "OutlineModel": "SwiftUITests",
}

# The file, what is wrong with it, and the text that is replaced.
BREAKS = [
    ("CollectionViewOutline", "forgets to reload headers",
     "reloadSections(IndexSet(batch.reloadedSections))", "_ = batch"),
    ("CollectionViewOutline", "forgets moves between sections",
     "moveItem(at: IndexPath(source), to: IndexPath(target))", "_ = (source, target)"),
    ("CollectionViewOutline", "mistakes the kind of a header",
     "makeView(view, kind,", "makeView(view, kind + kind,"),
    ("CollectionViewOutline", "drops between rows instead of into one",
     "isInto: coordinator.proposal.intent == .insertIntoDestinationIndexPath", "isInto: false"),
    ("CollectionViewOutline", "proposes drops into rows as drops between them",
     "session), intent: .insertIntoDestinationIndexPath",
     "session), intent: .insertAtDestinationIndexPath"),
    ("CollectionViewOutline", "accepts all drops", "operation: .forbidden",
     "operation: .move, intent: .insertAtDestinationIndexPath"),
    ("CollectionViewOutline", "does not begin drags", "list.beginDrag()", "_ = list"),
    ("CollectionViewOutline", "lets the user drag nothing", "view.dragDelegate = delegate", "_ = self"),
    ("TableViewOutline", "skips reconfigured rows",
     "reconfigureRows(at: batch.reconfigures", "_ = (batch.reconfigures"),
    ("TableViewOutline", "forgets removals", "deleteRows(at: batch.removals",
     "_ = (at: batch.removals"),
    ("TableViewOutline", "moves rows back", "at: IndexPath(source), to: IndexPath(target)",
     "at: IndexPath(target), to: IndexPath(source)"),
    ("TableViewOutline", "deselects nothing", "deselectRow(at: path, animated: false)", "_ = path"),
    ("TableViewOutline", "drops between rows instead of into one",
     "isInto: coordinator.proposal.intent == .insertIntoDestinationIndexPath", "isInto: false"),
    ("ListAdapter", "counts a drop before the removal", ".afterRemoval", ".beforeRemoval"),
    ("ListAdapter", "calls the completion at once",
     "let end = index == batches.count - 1 ? completion : {}",
     "let end = {}; if index == batches.count - 1 { completion() }"),
    ("ListAdapter", "never calls the completion",
     "index == batches.count - 1 ? completion : {}", "{}"),
    ("ListAdapter", "answers from the new snapshot too early",
     "for (index, batch) in batches.enumerated()",
     "shown = update.finalSnapshot; for (index, batch) in batches.enumerated()"),
    ("ListAdapter", "forgets the selection of reloaded rows",
     "view.reloadData()\n      showState()", "view.reloadData()"),
    ("ListAdapter", "does not follow the selection",
     "selection.follow(from: shown, to: update.finalSnapshot)", "_ = selection"),
    ("ViewAdapter", "does not follow the selection when it is attached again",
     "selection.follow(from: shown, to: snapshot)", "_ = selection"),
    ("ViewAdapter", "does not say which rows are displayed", "isDragging ? [] : rowsOfView", "[]"),
    ("ViewAdapter", "says which rows were displayed before the updates that it holds back",
     "isDragging ? [] : rowsOfView", "rowsOfView"),
    ("ViewAdapter", "translates displayed rows to the updates that it holds back",
     "isDragging ? [] : rowsOfView",
     "isDragging ? rowsOfView.compactMap(shown.itemIdentifier).compactMap(dataSource.rowPath)"
     ".sorted() : rowsOfView"),
    ("ViewAdapter", "overlooks content that changes during a drag",
     "dataSource.checkContent()", "_ = dataSource"),
    ("ViewAdapter", "stays attached", "dataSource.detach(self)", "_ = self"),
    ("ListAdapter", "performs only the last batch", "          view.perform {",
     "          if index < batches.count - 1 { continue }\n          view.perform {"),
    ("ListAdapter", "counts rows from one",
     "self.init(item: path.row,", "self.init(item: path.row + 1,"),
    ("ListAdapter", "lets the user drag all rows", "dataSource.canReorder(item), ", ""),
    ("ListAdapter", "drags a row twice", ", !dragged.contains(item)", ""),
    ("ListAdapter", "takes part in drags of other views",
     "guard let drag, drag.localContext as AnyObject? === self else", "guard let drag else"),
    ("ListAdapter", "drops only the first row",
     "dataSource.drop(items, to", "dataSource.drop(Array(items.prefix(1)), to"),
    ("ListAdapter", "drops each row alone",
     "_ = try? dataSource.drop(items, to: destination)",
     "for item in items { _ = try? dataSource.drop([item], to: destination) }"),
    ("CollectionViewOutline", "adds no rows to a drag", "list.dragItems(addedTo: session, at: path)",
     "[]"),
    ("TableViewOutline", "adds no rows to a drag", "list.dragItems(addedTo: session, at: path)",
     "[]"),
    ("ViewAdapter", "does not report the selection",
     "selectionHandler(selection.selectedItems)", "_ = selectionHandler"),
    ("ViewAdapter", "does not show the selection of the program",
     "selection.selectedItems = newValue\n        showState()",
     "selection.selectedItems = newValue"),
    ("ListAdapter", "always reloads", "update.presentation == .reload ||", "true ||"),
    ("ListAdapter", "animates outside a window", " || view.window == nil", ""),
    ("ViewAdapter", "changes rows during a drag", "if isDragging {", "if false {"),
    ("ViewAdapter", "forgets the updates during a drag",
     "while let update = merge(heldUpdates[...])", "while let update = merge([])"),
    ("ViewAdapter", "begins an update within another one after a drag",
     "      showHeldUpdates()\n      isDragging = false\n",
     "      isDragging = false\n      showHeldUpdates()\n"),
    ("ViewAdapter", "shows only the first updates after a drag",
     "while let update = merge(heldUpdates[...])", "if let update = merge(heldUpdates[...])"),
    ("OutlineViewOutline", "does not begin drags", "adapter.beginDrag()", "_ = adapter"),
    ("OutlineViewOutline", "ends a drag only by a drop",
     "    ) {\n      adapter.endDrag()\n", "    ) {\n      _ = adapter\n"),
    ("OutlineViewOutline", "drags only the first row",
     "items.compactMap { node($0).item }", "items.prefix(1).compactMap { node($0).item }"),
    ("TreeAdapter", "expands no rows during a drag", "showHeldUpdates()", "_ = self"),
    ("ListAdapter", "drops into the row at a position between rows",
     "view.path(at: session.location(in: view)).map(RowPath.init)", "path.map(RowPath.init)"),
    ("ListAdapter", "does not ask whether a drop is possible",
     "guard dataSource.canDrop(items, to: destination) else { return nil }", ""),
    ("ListAdapter", "drops into a row from everywhere",
     "distance > frame.height / 4 && distance < frame.height * 3 / 4 ? .into", "true ? .into"),
    ("ListAdapter", "does not hold the scroll position", "anchor.map(restore)\n      showState()",
     "showState()"),
    ("ViewAdapter", "holds a row that moves", "isReload || !difference.moves(path)", "true"),
    ("ViewAdapter", "holds a row in a section that moves",
     "sections.moves.contains { $0.source.contains(path.section) }", "false"),
    ("ViewAdapter", "overlooks rows in sections above",
     "initialSnapshot.row(of: item) == finalSnapshot.row(of: item)", "path.row == newPath.row"),
    ("TreeAdapter", "does not hold the scroll position", "anchor.map(restore)", "_ = anchor"),
    ("TreeAdapter", "hides new rows at the top", "guard visible.minY > 0,", "guard"),
    ("TreeAdapter", "scrolls beyond the top",
     "max(min(frame(of: anchor.item).minY - anchor.distance, end), 0)",
     "min(frame(of: anchor.item).minY - anchor.distance, end)"),
    ("TreeAdapter", "scrolls beyond the end",
     "min(frame(of: anchor.item).minY - anchor.distance, end)",
     "frame(of: anchor.item).minY - anchor.distance"),
    ("ListAdapter", "does not hold the scroll position of reloads",
     "anchor.map(restore)\n        return completion()", "return completion()"),
    ("ListAdapter", "hides new rows at the top",
     "guard offset > -view.adjustedContentInset.top,", "guard"),
    ("ListAdapter", "scrolls beyond the top",
     "max(min(frame.minY - anchor.distance, end), -inset.top)",
     "min(frame.minY - anchor.distance, end)"),
    ("ListAdapter", "scrolls beyond the end", "min(frame.minY - anchor.distance, end)",
     "frame.minY - anchor.distance"),
    ("ListAdapter", "drops onto a row that is not laid out",
     "endDrag()\n      view.layoutIfNeeded()", "endDrag()"),
    ("ViewAdapter", "forgets all updates but the last", "first.merging(last)", "last"),
    ("ViewAdapter", "forgets completions", "append((update, completion))", "append((update, {}))"),
    ("CollectionViewOutline", "takes each path for that of a row",
     "path.first.flatMap(list.section)", "list.section(at: path.section)"),
    ("TreeAdapter", "expands in the update block", "    view.endUpdates()\n", ""),
    ("TreeAdapter", "updates the model after the view",
     "let expansions = tree.reload(snapshot)\n      isUpdating = true\n      view.reloadData()\n",
     "isUpdating = true\n      view.reloadData()\n      let expansions = tree.reload(snapshot)\n"),
    ("TreeAdapter", "does not expand rows after a reload", "then: expansions)", "then: [])"),
    ("TreeAdapter", "takes the user's tap twice", "    return false\n", "    return true\n"),
    ("TreeAdapter", "expands while the view asks", "      Task {\n        change(item)\n", "      change(item)\n      Task {\n"),
    ("TreeAdapter", "takes two clicks for two changes",
     "        change(item)\n", "        dataSource.toggle(item)\n"),
    ("TreeAdapter", "does not collapse what the view remembers",
     "case .collapse(let node): view.collapseItem(node)", "case .collapse: break"),
    ("TreeAdapter", "does not update rows",
     "case .update(let node): view.reloadItem(node)", "case .update: break"),
    ("TreeAdapter", "does not follow the selection",
     "super.reload(update.finalSnapshot)", "shown = update.finalSnapshot"),
    ("TreeAdapter", "takes its own selection for the user's",
     "if isUpdating { return }\n", ""),
    ("TreeAdapter", "loses the selection",
     "byExtendingSelection: false)", "byExtendingSelection: true)"),
    ("TreeAdapter", "moves rows too far", "to: target, inParent", "to: target + 1, inParent"),
    ("TreeAdapter", "never calls the completion", "MainActor.assumeIsolated(end)", "_ = end"),
    ("TreeAdapter", "calls the completion at once",
     "    let end: @MainActor () -> Void = { completion() }\n",
     "    let end: @MainActor () -> Void = {}\n    completion()\n"),
    ("OutlineViewOutline", "drops behind the row",
     "dropDestination(at: index)", "dropDestination(at: index + 1)"),
    ("OutlineViewOutline", "accepts rows of other views",
     "drag.draggingSource as AnyObject? === view", "true"),
    ("OutlineViewOutline", "refuses drops from elsewhere",
     "dropHandler?(drag, destination)", "nil"),
    ("OutlineViewOutline", "asks only the data source whether a row can expand",
     "!node.children.isEmpty || ", ""),
    ("OutlineViewOutline", "knows other rows than the view",
     "node(view.item(atRow: row)).item",
     "dataSource.snapshot().visibleItems.dropFirst(row).first"),
    ("ListAdapter", "refuses drops from elsewhere", "dropHandler?(session, destination)", "nil"),
    ("OutlineModel", "inserts at the end", "row: offset), counting", "row: .max), counting"),
    ("OutlineModel", "expands nothing by a key", "for item in items { dataSource.expand(item) }",
     "_ = items"),
    ("OutlineModel", "selects nothing by a key",
     "binding.wrappedValue = selection.selectedItems", "_ = selection"),
    ("OutlineViewOutline", "lets the user select headers",
     "shouldSelectItem item: Any) -> Bool {\n      isRow(item)",
     "shouldSelectItem item: Any) -> Bool {\n      true"),
    ("OutlineViewOutline", "shows triangles of headers",
     "shouldShowOutlineCellForItem item: Any) -> Bool {\n      isRow(item)",
     "shouldShowOutlineCellForItem item: Any) -> Bool {\n      true"),
    ("TreeAdapter", "takes a reload for a change of the selection",
     "isUpdating = true\n      view.reloadData()\n", "view.reloadData()\n"),
    ("OutlineViewOutline", "drags rows without a type", "outline.adapter.row", "row"),
    ("OutlineViewOutline", "drags rows of a type that it refuses",
     "registerForDraggedTypes([rowType])", "registerForDraggedTypes([])"),
    ("OutlineViewOutline", "lets the user drag all rows", ".item.map(dataSource.canReorder) == true",
     ".item != nil"),
    ("TreeAdapter", "does not say which rows are displayed",
     "          items.append(item)\n", "          _ = item\n"),
    ("OutlineModel", "never calls the completion", "} completion: {\n        completion()",
     "} completion: {"),
    ("OutlineModel", "calls the completion at once", "withAnimation(.default",
     "completion()\n      withAnimation(.default"),
    ("OutlineModel", "counts a drop after the removal", ".beforeRemoval", ".afterRemoval"),
    ("OutlineModel", "moves rows of the newest snapshot",
     "guard let index = drawn.indexOfSection(section)",
     "let drawn = shown; guard let index = drawn.indexOfSection(section)"),
    ("OutlineModel", "draws only other snapshots", "{ changeCount += 1 }", "{}"),
    ("OutlineModel", "does not follow the selection",
     "selection.selectedItems = Array(items)\n      super.reload(snapshot)",
     "super.reload(snapshot)\n      selection.selectedItems = Array(items)"),
    ("OutlineModel", "deselects unknown items", "Set(selectedItems)",
     "Set(selectedItems.filter(snapshot.contains))"),
    ("OutlineList", "stays attached", "model.detach()", "_ = model"),
    ("OutlineList", "keeps no selection of its own", "selection ?? $ownSelection",
     "selection ?? Binding(get: { [] }, set: { _ in })"),
    ("OutlineList", "shows the rows of another data source",
     ".id(ObjectIdentifier(dataSource))", ""),
    ("OutlineList", "forgets that children can be loaded",
     "model.dataSource.hasChildren(row.item)", "row.childCount > 0"),
    ("OutlineList", "lets the user drag all rows",
     ".moveDisabled(!model.dataSource.canReorder(row.item))", ""),
    ("OutlineList", "does not tell screen readers what the disclosure does",
     """.accessibilityLabel(row.isExpanded ? "Collapse" : "Expand")""", ""),
    ("OutlineList", "does not say which rows are displayed",
     "{ model.display(row.item, 1) }", "{}"),
]


def run(*arguments, seed=1):
    return subprocess.run(
        ["swift", *arguments, "--package-path", work, "--scratch-path", copied / "build"],
        cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "OUTLINE_SEED": str(seed)})


def is_noticed(file, name, old, new):
    """Breaks a file; returns whether one of its tests fails."""
    path = work / "Sources" / "Adapters" / f"{file}.swift"
    original = path.read_text(encoding="utf-8")
    if original.count(old) != 1:
        print(f"{file} {name}: NOT NOTICED, not one place with {old!r}", flush=True)
        return False
    path.write_text(original.replace(old, new), encoding="utf-8")
    built = run("build", "--build-tests")
    is_passing = not built.returncode
    # A break that shows rarely gets several chances.
    for seed in range(1, 5_000, 1_000):
        if is_passing:
            result = run("test", "--skip-build", "--filter", TESTS[file], seed=seed)
            is_passing = not result.returncode
    path.write_text(original, encoding="utf-8")
    if built.returncode:
        print(f"{file} {name}: NOT NOTICED, does not compile\n{built.stdout}", flush=True)
        return False
    reason = next((line for line in result.stdout.splitlines() if line.startswith("↳ OUTLINE")), "")
    verdict = "NOT NOTICED" if is_passing else "noticed"
    print(f"{file} {name}: {verdict} {reason[:160]}", flush=True)
    return not is_passing


def main():
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(stubs, work, ignore=shutil.ignore_patterns(".build"))
    manifest = work / "Package.swift"
    manifest.write_text(manifest.read_text().replace('path: "../.."', f'path: "{root}"'))
    os.environ.pop("OUTLINE_TEST_EFFORT", None)
    unbroken = run("test")
    if unbroken.returncode:
        sys.exit(f"the tests fail without a break:\n{unbroken.stdout}")
    words = sys.argv[1:]
    chosen = [each for each in BREAKS if all(word in f"{each[0]} {each[1]}" for word in words)]
    results = [is_noticed(*each) for each in chosen]
    if not all(results):
        sys.exit(f"{results.count(False)} of {len(results)} breaks are not noticed")


if __name__ == "__main__":
    main()
