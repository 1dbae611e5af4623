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
    "ListViewOutline": "UIKitTests", "ViewOutline": "UIKitTests|AppKitTests",
    "OutlineViewOutline": "AppKitTests",
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
     "intent: isInto ? .insertIntoDestinationIndexPath",
     "intent: isInto ? .insertAtDestinationIndexPath"),
    ("ListViewOutline", "accepts all drops", "(.forbidden, false)", "(.move, false)"),
    ("CollectionViewOutline", "does not begin drags", "beginDrag(session)", "_ = self"),
    ("CollectionViewOutline", "lets the user drag nothing", 
     "dragDelegate = adapter as? any UICollectionViewDragDelegate", "_ = adapter"),
    ("TableViewOutline", "skips reconfigured rows",
     "reconfigureRows(at: batch.reconfigures", "_ = (batch.reconfigures"),
    ("TableViewOutline", "forgets removals", "deleteRows(at: batch.removals",
     "_ = (at: batch.removals"),
    ("TableViewOutline", "moves rows back", "at: IndexPath(source), to: IndexPath(target)",
     "at: IndexPath(target), to: IndexPath(source)"),
    ("TableViewOutline", "deselects nothing", "deselectRow(at: path, animated: false)", "_ = path"),
    ("TableViewOutline", "drops between rows instead of into one",
     "isInto: coordinator.proposal.intent == .insertIntoDestinationIndexPath", "isInto: false"),
    ("ListViewOutline", "counts a drop before the removal", ".afterRemoval", ".beforeRemoval"),
    ("ListViewOutline", "calls the completion at once",
     "let end = index == batches.count - 1 ? completion : {}",
     "let end = {}; if index == batches.count - 1 { completion() }"),
    ("ListViewOutline", "never calls the completion",
     "index == batches.count - 1 ? completion : {}", "{}"),
    ("ListViewOutline", "answers from the new snapshot too early",
     "for (index, batch) in batches.enumerated()",
     "shown = update.finalSnapshot; for (index, batch) in batches.enumerated()"),
    ("ListViewOutline", "forgets the selection of reloaded rows",
     "view.reloadData()\n      showState()", "view.reloadData()"),
    ("ListViewOutline", "does not follow the selection",
     "followSelection(to: update.finalSnapshot)", "_ = selection"),
    ("ViewOutline", "does not follow the selection when it is attached again",
     "selection.follow(from: shown, to: snapshot, rules: selectionRules)", "_ = selection"),
    ("ViewOutline", "ignores the rules of the selection",
     "to: snapshot, rules: selectionRules)", "to: snapshot)"),
    ("ViewOutline", "does not say which rows are displayed", "drags.isEmpty ? rowsOfView : []", "[]"),
    ("ViewOutline", "says which rows were displayed before the updates that it holds back",
     "drags.isEmpty ? rowsOfView : []", "rowsOfView"),
    ("ViewOutline", "translates displayed rows to the updates that it holds back",
     "drags.isEmpty ? rowsOfView : []",
     "drags.isEmpty ? rowsOfView : rowsOfView.compactMap(shown.itemIdentifier)"
     ".compactMap(dataSource.rowPath).sorted()"),
    ("ViewOutline", "overlooks content that changes during a drag",
     "dataSource.checkContent()", "_ = dataSource"),
    ("ViewOutline", "stays attached", "dataSource.detach(self)", "_ = self"),
    ("ListViewOutline", "performs only the last batch", "          view.perform {",
     "          if index < batches.count - 1 { continue }\n          view.perform {"),
    ("ListViewOutline", "counts rows from one",
     "self.init(item: path.row,", "self.init(item: path.row + 1,"),
    ("ListViewOutline", "lets the user drag all rows", "dataSource.canReorder(item), ", ""),
    ("ListViewOutline", "drags a row twice", ", !dragged.contains(item)", ""),
    ("ListViewOutline", "takes part in drags of other views",
     "guard let drag, drag.localContext as AnyObject? === self else", "guard let drag else"),
    ("ListViewOutline", "drops only the first row",
     "dataSource.drop(items, to", "dataSource.drop(Array(items.prefix(1)), to"),
    ("ListViewOutline", "drops each row alone",
     "_ = try? dataSource.drop(items, to: destination)",
     "for item in items { _ = try? dataSource.drop([item], to: destination) }"),
    ("CollectionViewOutline", "adds no rows to a drag", "dragItems(addedTo: session, at: path)",
     "[]"),
    ("TableViewOutline", "adds no rows to a drag", "dragItems(addedTo: session, at: path)",
     "[]"),
    ("ViewOutline", "does not report the selection",
     "selectionHandler(selection.selectedItems)", "_ = selectionHandler"),
    ("ViewOutline", "does not show the selection of the program",
     "takeOver(newValue)\n        showState()", "takeOver(newValue)"),
    ("ListViewOutline", "always reloads", "update.presentation == .reload ||", "true ||"),
    ("ListViewOutline", "animates outside a window", " || view.window == nil", ""),
    ("ViewOutline", "changes rows during a drag", "if drags.isEmpty {", "if true {"),
    ("ViewOutline", "takes the end of one drag for that of all",
     "drags == [ObjectIdentifier(drag)]", "!drags.isEmpty"),
    ("ViewOutline", "holds updates back after a drag", "      drags.remove(ObjectIdentifier(drag))\n",
     ""),
    ("ViewOutline", "forgets the updates during a drag",
     "while let update = merge(heldUpdates[...])", "while let update = merge([])"),
    ("ViewOutline", "begins an update within another one after a drag",
     "      if isLast { showHeldUpdates() }\n      drags.remove(ObjectIdentifier(drag))\n",
     "      drags.remove(ObjectIdentifier(drag))\n      if isLast { showHeldUpdates() }\n"),
    ("ViewOutline", "shows only the first updates after a drag",
     "while let update = merge(heldUpdates[...])", "if let update = merge(heldUpdates[...])"),
    ("OutlineViewOutline", "does not begin drags", "beginDrag(view)", "_ = self"),
    ("OutlineViewOutline", "ends a drag only by a drop",
     "    ) {\n      endDrag(view)\n", "    ) {\n      _ = self\n"),
    ("OutlineViewOutline", "drags only the first row",
     "items.compactMap { node($0).item }", "items.prefix(1).compactMap { node($0).item }"),
    ("OutlineViewOutline", "expands no rows during a drag", "showHeldUpdates()", "_ = self"),
    ("ListViewOutline", "drops into the row at a position between rows",
     "view.path(at: session.location(in: view)).map(RowPath.init)", "path.map(RowPath.init)"),
    ("ListViewOutline", "does not ask whether a drop is possible",
     ",\n        dataSource.canDrop(items ?? [], to: destination)", ""),
    ("OutlineViewOutline", "does not ask whether a drop is possible",
     ",\n        dataSource.canDrop(isOwn(drag) ? draggedItems : [], to: destination)", ""),
    ("ListViewOutline", "drops into a row from everywhere",
     "distance > frame.height / 4 && distance < frame.height * 3 / 4", "true"),
    ("ListViewOutline", "does not hold the scroll position",
     "anchor.map(restore)\n      if batches.isEmpty", "if batches.isEmpty"),
    ("ListViewOutline", "overlooks headers that get a mark",
     "showState(of: update.changedSections)", "showState(of: [])"),
    ("ViewOutline", "keeps waiting after the left key",
     "modifier, in: shown, of: dataSource)",
     "modifier, in: shown, hasChildren: dataSource.hasChildren)"),
    ("ViewOutline", "holds a row that moves", "isReload || !difference.moves(path)", "true"),
    ("ViewOutline", "holds a row in a section that moves",
     "sections.moves.contains { $0.source.contains(path.section) }", "false"),
    ("ViewOutline", "overlooks rows in sections above",
     "initialSnapshot.row(of: item) == finalSnapshot.row(of: item)", "path.row == newPath.row"),
    ("OutlineViewOutline", "does not hold the scroll position", "anchor.map(restore)", "_ = anchor"),
    ("OutlineViewOutline", "scrolls beyond the end", "view.bounds.maxY - view.visibleRect.height",
     ".greatestFiniteMagnitude"),
    ("ListViewOutline", "does not hold the scroll position of reloads",
     "anchor.map(restore)\n        return completion()", "return completion()"),
    ("ViewOutline", "hides new rows at the top", "guard offset > start else",
     "guard offset >= start else"),
    ("ViewOutline", "holds a row above the screen", "$0.maxY > offset", "$0.maxY > 0"),
    ("ViewOutline", "scrolls beyond the top", "max(min(frame.minY - anchor.distance, end), start)",
     "min(frame.minY - anchor.distance, end)"),
    ("ViewOutline", "scrolls beyond the end", "min(frame.minY - anchor.distance, end)",
     "frame.minY - anchor.distance"),
    ("ListViewOutline", "turns prefetching off whenever it is attached",
     "      view.connect(to: self)\n",
     "      view.connect(to: self)\n      view.isPrefetchingEnabled = false\n"),
    ("ListViewOutline", "prefetches cells", "      view.isPrefetchingEnabled = false\n", ""),
    ("OutlineViewOutline", "performs keys of several rows", ", selectedItems.count == 1,", ","),
    ("OutlineViewOutline", "takes commands of the app for keys",
     "event.modifierFlags.isDisjoint(with: [.command, .control, .option])", "true"),
    ("OutlineViewOutline", "does not scroll to the row that a key selects",
     "view.scrollRowToVisible(", "_ = ("),
    ("OutlineViewOutline", "takes left for right", "? .right : .left", "? .left : .left"),
    ("ListViewOutline", "drops onto a row that is not laid out",
     "map(endDrag)\n      view.layoutIfNeeded()", "map(endDrag)"),
    ("ViewOutline", "forgets all updates but the last", "first.merging(last)", "last"),
    ("ViewOutline", "forgets completions", "append((update, completion))", "append((update, {}))"),
    ("CollectionViewOutline", "takes each path for that of a row",
     "path.first.flatMap(sectionIdentifier)", "sectionIdentifier(for: path.section)"),
    ("OutlineViewOutline", "expands in the update block", "    view.endUpdates()\n", ""),
    ("OutlineViewOutline", "updates the model after the view",
     "let expansions = tree.reload(snapshot)\n      isUpdating = true\n      view.reloadData()\n",
     "isUpdating = true\n      view.reloadData()\n      let expansions = tree.reload(snapshot)\n"),
    ("OutlineViewOutline", "does not expand rows after a reload", "then: expansions)", "then: [])"),
    ("OutlineViewOutline", "takes the user's tap twice", "    return false\n", "    return true\n"),
    ("OutlineViewOutline", "expands while the view asks", "      Task {\n        change(item)\n", "      change(item)\n      Task {\n"),
    ("OutlineViewOutline", "takes two clicks for two changes",
     "        change(item)\n", "        dataSource.toggle(item)\n"),
    ("OutlineViewOutline", "does not collapse what the view remembers",
     "case .collapse(let node): view.collapseItem(node)", "case .collapse: break"),
    ("OutlineViewOutline", "does not update rows",
     "case .update(let node): view.reloadItem(node)", "case .update: break"),
    ("OutlineViewOutline", "does not follow the selection",
     "super.reload(update.finalSnapshot)", "shown = update.finalSnapshot"),
    ("OutlineViewOutline", "takes its own selection for the user's",
     "if isUpdating { return }\n", ""),
    ("OutlineViewOutline", "loses the selection",
     "byExtendingSelection: false)", "byExtendingSelection: true)"),
    ("OutlineViewOutline", "moves rows too far", "to: target, inParent", "to: target + 1, inParent"),
    ("OutlineViewOutline", "never calls the completion", "MainActor.assumeIsolated(end)", "_ = end"),
    ("OutlineViewOutline", "calls the completion at once",
     "    let end: @MainActor () -> Void = { completion() }\n",
     "    let end: @MainActor () -> Void = {}\n    completion()\n"),
    ("OutlineViewOutline", "drops behind the row",
     "dropDestination(at: index)", "dropDestination(at: index + 1)"),
    ("OutlineViewOutline", "accepts rows of other views",
     "drag.draggingSource as AnyObject? === view", "true"),
    ("OutlineViewOutline", "refuses drops from elsewhere",
     "dropHandler?(drag, destination)", "Optional<() -> Void>.none"),
    ("OutlineViewOutline", "asks only the data source whether a row can expand",
     "!node.children.isEmpty || ", ""),
    ("OutlineViewOutline", "knows other rows than the view",
     "node(view.item(atRow: row)).item",
     "dataSource.snapshot().visibleItems.dropFirst(row).first"),
    ("ListViewOutline", "refuses drops from elsewhere", "dropHandler?(session, destination)", "nil"),
    ("ListViewOutline", "forgets the marks of headers", "rows + headers)", "rows)"),
    ("CollectionViewOutline", "shows no mark in a new header",
     "showMark(of: .section(section), in: sectionView)", "_ = section"),
    ("TableViewOutline", "shows no mark in a new header",
     "showMark(of: .section(section), in: header)", "_ = section"),
    ("OutlineModel", "inserts at the end", "row: offset), counting", "row: .max), counting"),
    ("ViewOutline", "expands nothing by a key", "for item in items { dataSource.expand(item) }",
     "_ = items"),
    ("ViewOutline", "selects nothing by a key",
     "selection = new\n      if new", "if new"),
    ("ViewOutline", "keeps the focus where it was before a selection",
     "if !added.isEmpty || new", "if new"),
    ("ViewOutline", "forgets the range of keys at each update",
     "selection.follow(from: shown, to: snapshot, rules: selectionRules)",
     "selection.follow(from: shown, to: snapshot, rules: selectionRules); let items = selectedItems; "
     "selection = OutlineSelection(selection.focusedItem); selection.selectedItems = items"),
    ("OutlineModel", "selects nothing by a key",
     "      if selectsOthers { binding.wrappedValue = selectedItems }\n", ""),
    ("ListViewOutline", "selects several rows by a key in a view that selects one",
     " && view.allowsMultipleSelection", ""),
    ("ListViewOutline", "does not scroll to the row that a key selects",
     "view.scrollRectToVisible(frame, animated: true)", "_ = frame"),
    ("ListViewOutline", "takes commands of the app for keys",
     "pressed.modifierFlags.isDisjoint(with: [.command, .control, .alternate])", "true"),
    ("ViewOutline", "continues a search after a pause", "time - typed.time < 1", "true"),
    ("ViewOutline", "continues a search after another key", '      typed.text = ""\n', ""),
    ("ViewOutline", "continues a search after Return", 'typed = ("", time)', "typed.time = time"),
    ("ViewOutline", "takes the keys of functions for letters",
     "$0.isLetter || $0.isNumber || $0.isPunctuation || $0.isSymbol", "$0 != \" \""),
    ("OutlineViewOutline", "has no texts for letters",
     "node(item).item.flatMap { typeAheadTitle?($0) }", "nil"),
    ("OutlineViewOutline", "returns that a drop without an effect succeeds",
     "(try? dataSource.drop(draggedItems, to: destination)) != nil",
     "_ = try? dataSource.drop(draggedItems, to: destination); return true"),
    ("OutlineViewOutline", "lets the user select headers",
     "shouldSelectItem item: Any) -> Bool {\n      isRow(item)",
     "shouldSelectItem item: Any) -> Bool {\n      true"),
    ("OutlineViewOutline", "shows triangles of headers",
     "shouldShowOutlineCellForItem item: Any) -> Bool {\n      isRow(item)",
     "shouldShowOutlineCellForItem item: Any) -> Bool {\n      true"),
    ("OutlineViewOutline", "takes a reload for a change of the selection",
     "isUpdating = true\n      view.reloadData()\n", "view.reloadData()\n"),
    ("OutlineViewOutline", "drags rows without a type", "outline.adapter.row", "row"),
    ("OutlineViewOutline", "drags rows of a type that it refuses",
     "registerForDraggedTypes(types + [rowType])", "registerForDraggedTypes(types)"),
    ("OutlineViewOutline", "lets the user drag all rows", ".item.map(dataSource.canReorder) == true",
     ".item != nil"),
    ("OutlineViewOutline", "does not say which rows are displayed",
     "          items.append(item)\n", "          _ = item\n"),
    ("OutlineViewOutline", "shows no marks in headers", " ?? node.section.map { .section($0) }", ""),
    ("OutlineModel", "never calls the completion", "} completion: {\n        completion()",
     "} completion: {"),
    ("OutlineModel", "calls the completion at once", "withAnimation(.default",
     "completion()\n      withAnimation(.default"),
    ("OutlineModel", "counts a drop after the removal", ".beforeRemoval", ".afterRemoval"),
    ("OutlineModel", "moves rows of the newest snapshot",
     "guard let index = drawn.indexOfSection(section)",
     "let drawn = shown; guard let index = drawn.indexOfSection(section)"),
    ("OutlineModel", "draws only other snapshots", "{ changeCount += 1 }", "{}"),
    ("OutlineModel", "ignores the rules of the selection", "selectionRules = rules", "_ = rules"),
    ("OutlineModel", "does not follow the selection",
     "takeOver(items)\n      super.reload(snapshot)", "super.reload(snapshot)\n      takeOver(items)"),
    ("OutlineModel", "deselects unknown items", "binding?.wrappedValue = selectedItems",
     "binding?.wrappedValue = selectedItems.filter(snapshot.contains)"),
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
    ("OutlineList", "shows no marks in headers",
     "MarkLabel(model: model, parent: .section(section), mark: mark)", "EmptyView()"),
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
