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

# The adapter, what is wrong with it, and the text that is replaced.
BREAKS = [
    ("CollectionView", "counts a drop before the removal", ".afterRemoval", ".beforeRemoval"),
    ("CollectionView", "calls the completion at once",
     "completion: completion)\n", "completion: {})\n      completion()\n"),
    ("CollectionView", "forgets to reload headers",
     "    view.reloadSections(IndexSet(batch.reloadedSections))\n", ""),
    ("CollectionView", "forgets moves between sections",
     "view.moveItem(at: source.indexPath, to: target.indexPath)", "_ = (source, target)"),
    ("CollectionView", "answers from the new snapshot too early",
     "    for batch in batches.dropLast()",
     "    shown = update.finalSnapshot\n    for batch in batches.dropLast()"),
    ("CollectionView", "forgets the selection of reloaded rows",
     "    view.reloadData()\n    showSelection()\n", "    view.reloadData()\n"),
    ("CollectionView", "does not follow the selection", "    selection.follow(update)\n", ""),
    ("CollectionView", "does not say which rows are displayed",
     "view.indexPathsForVisibleItems.map(RowPath.init).sorted()", "[]"),
    ("CollectionView", "forgets that the user moved the row", ", movedBy: self)", ")"),
    ("CollectionView", "keeps a refused move on the screen", "    // The data source reloads",
     "    guard dataSource.canDrop(items, to: target) else { return }\n    // The data source reloads"),
    ("CollectionView", "stays attached", "    dataSource.detach(self)\n", ""),
    ("CollectionView", "performs only the last batch",
     "perform(batch, animatingDifferences: isAnimated) {}", "_ = batch"),
    ("CollectionView", "never calls the completion",
     "completion: completion)\n", "completion: {})\n"),
    ("CollectionView", "counts rows from one",
     "IndexPath(item: row, section: section) }", "IndexPath(item: row + 1, section: section) }"),
    ("CollectionView", "mistakes the kind of a header",
     "makeView(view, kind,", "makeView(view, kind + kind,"),
    ("CollectionView", "lets the user drag all rows",
     ".map(dataSource.canReorder) ?? false", " != nil"),
    ("CollectionView", "does not report the selection",
     "selectionHandler(selection.selectedItems)", "_ = selectionHandler"),
    ("CollectionView", "does not show the selection of the program",
     "    selection.selectedItems = items\n    showSelection()\n",
     "    selection.selectedItems = items\n"),
    ("CollectionView", "always reloads", "update.presentation == .reload ||", "true ||"),
    ("CollectionView", "animates outside a window", " || view.window == nil", ""),
    ("CollectionView", "does not update cells after a drag",
     "    view.reconfigureItems(at: rows.joined()", "    _ = (rows.joined()"),
    ("TableView", "reads the row as the section",
     "RowPath {\n  fileprivate var indexPath: IndexPath { IndexPath(row: row, section: section) }",
     "RowPath {\n  fileprivate var indexPath: IndexPath { IndexPath(row: section, section: row) }"),
    ("TableView", "skips reconfigured rows",
     "    view.reconfigureRows(at: batch.reconfigures.joined().map(\\.indexPath))\n", ""),
    ("TableView", "forgets removals",
     "    view.deleteRows(at: batch.removals.joined().map(\\.indexPath), with: .automatic)\n", ""),
    ("TableView", "moves rows back",
     "at: source.indexPath, to: target.indexPath", "at: target.indexPath, to: source.indexPath"),
    ("TableView", "counts a drop before the removal", ".afterRemoval", ".beforeRemoval"),
    ("TableView", "shows buttons for deletion", "view.isEditing ? .none : .delete",
     ".delete"),
    ("TableView", "deselects nothing", "view.deselectRow(at: path, animated: false)", "_ = path"),
    ("OutlineView", "expands in the update block", "    view.endUpdates()\n", ""),
    ("OutlineView", "updates the model after the view",
     "    let expansions = tree.reload(snapshot)\n    isUpdating = true\n    view.reloadData()\n",
     "    isUpdating = true\n    view.reloadData()\n    let expansions = tree.reload(snapshot)\n"),
    ("OutlineView", "does not expand rows after a reload", "then: expansions)", "then: [])"),
    ("OutlineView", "takes the user's tap twice", "    return false\n", "    return true\n"),
    ("OutlineView", "expands while the view asks", "Task { change(item) }", "change(item)"),
    ("OutlineView", "takes two clicks for two changes",
     "Task { change(item) }", "Task { dataSource.toggle(item) }"),
    ("OutlineView", "does not collapse what the view remembers",
     "case .collapse(let node): view.collapseItem(node)", "case .collapse: break"),
    ("OutlineView", "does not update rows",
     "case .update(let node): view.reloadItem(node)", "case .update: break"),
    ("OutlineView", "does not follow the selection", "    selection.follow(update)\n", ""),
    ("OutlineView", "takes its own selection for the user's",
     "    if isUpdating { return }\n    selection.selectedItems", "    selection.selectedItems"),
    ("OutlineView", "loses the selection",
     "byExtendingSelection: false)", "byExtendingSelection: true)"),
    ("OutlineView", "moves rows too far", "to: target, inParent", "to: target + 1, inParent"),
    ("OutlineView", "never calls the completion", "MainActor.assumeIsolated(end)", "_ = end"),
    ("OutlineView", "calls the completion at once",
     "    let end: @MainActor () -> Void = { completion() }\n",
     "    let end: @MainActor () -> Void = {}\n    completion()\n"),
    ("OutlineView", "drops behind the row",
     "dropDestination(at: childIndex)", "dropDestination(at: childIndex + 1)"),
    ("OutlineView", "accepts rows of other views",
     "let isOwn = info.draggingSource as AnyObject? === view", "let isOwn = true"),
    ("OutlineView", "lets the user select headers",
     "shouldSelectItem item: Any) -> Bool { isRow(item) }",
     "shouldSelectItem item: Any) -> Bool { true }"),
    ("OutlineView", "shows triangles of headers",
     "shouldShowOutlineCellForItem item: Any) -> Bool { isRow(item) }",
     "shouldShowOutlineCellForItem item: Any) -> Bool { true }"),
    ("OutlineView", "takes a reload for a change of the selection",
     "    isUpdating = true\n    view.reloadData()\n", "    view.reloadData()\n"),
    ("OutlineView", "drags rows without a type", "com.example.outline.row", "row"),
    ("OutlineView", "drags rows of a type that it refuses",
     "registerForDraggedTypes([rowType])", "registerForDraggedTypes([])"),
    ("OutlineView", "lets the user drag all rows", ".item.map(dataSource.canReorder) == true",
     ".item != nil"),
    ("OutlineView", "does not say which rows are displayed",
     "        paths.append(path)\n", "        _ = path\n"),
    ("OutlineList", "never calls the completion", "      completion()\n    }\n", "    }\n"),
    ("OutlineList", "calls the completion at once", "    withAnimation(",
     "    completion()\n    withAnimation("),
    ("OutlineList", "counts a drop after the removal", ".beforeRemoval", ".afterRemoval"),
    ("OutlineList", "forgets that children can be loaded",
     "model.dataSource.hasChildren(row.item)", "row.childCount > 0"),
    ("OutlineList", "lets the user drag all rows",
     ".moveDisabled(!model.dataSource.canReorder(row.item))", ""),
    ("OutlineList", "does not tell screen readers what the disclosure does",
     """      .accessibilityLabel(row.isExpanded ? "Collapse" : "Expand")\n""", ""),
    ("OutlineList", "draws only other snapshots", "    changeCount += 1\n", ""),
    ("OutlineList", "does not say which rows are displayed",
     "{ model.display(row.item, 1) }", "{}"),
]


def run(*arguments, seed=1):
    return subprocess.run(
        ["swift", *arguments, "--package-path", work, "--scratch-path", copied / "build"],
        cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "OUTLINE_SEED": str(seed)})


def is_noticed(adapter, name, old, new):
    """Breaks an adapter; returns whether the test of its view fails."""
    paths = [
        path for path in (work / "Sources" / "Adapters").glob(f"{adapter}*.swift")
        if path.read_text(encoding="utf-8").count(old) == 1]
    if len(paths) != 1:
        print(f"{adapter} {name}: NOT NOTICED, not one place with {old!r}", flush=True)
        return False
    path = paths[0]
    original = path.read_text(encoding="utf-8")
    path.write_text(original.replace(old, new), encoding="utf-8")
    built = run("build", "--build-tests")
    is_passing = not built.returncode
    # A break that shows rarely gets several chances.
    for seed in range(1, 5_000, 1_000):
        if is_passing:
            result = run(
                "test", "--skip-build", "--filter", f"(?i){adapter}ShowsTheSnapshot", seed=seed)
            is_passing = not result.returncode
    path.write_text(original, encoding="utf-8")
    if built.returncode:
        print(f"{adapter} {name}: NOT NOTICED, does not compile\n{built.stdout}", flush=True)
        return False
    reason = next((line for line in result.stdout.splitlines() if line.startswith("↳ OUTLINE")), "")
    verdict = "NOT NOTICED" if is_passing else "noticed"
    print(f"{adapter} {name}: {verdict} {reason[:160]}", flush=True)
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
