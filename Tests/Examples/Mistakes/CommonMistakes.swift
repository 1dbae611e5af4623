//  Common mistakes, each with the error of the compiler, which names the right call. The step
//  `examples` of `.ci/run` checks these errors.

import Outline

func editOutline(_ outline: inout SectionSnapshot<String>, numbers: [Int]) throws {
  // expected-error@+1 {{requires the types 'String' and 'Int' be equivalent}}
  try outline.append(numbers)
  // expected-error@+1 {{Pass a list of items: append([item], to: parent).}}
  try outline.append("Fruit")
  // expected-error@+1 {{Pass a list of items: append([item], to: parent).}}
  try outline.append("Apple", to: "Fruit")
  // expected-error@+1 {{Pass a list of items: insert([item], before: anchor).}}
  try outline.insert("Apple", before: "Fruit")
  // expected-error@+1 {{Pass a list of items: insert([item], after: anchor).}}
  try outline.insert("Apple", after: "Fruit")
  // expected-error@+1 {{Pass a list of items: delete([item]).}}
  try outline.delete("Fruit")
  // expected-error@+1 {{Pass a list of items: expand([item]).}}
  outline.expand("Fruit")
  // expected-error@+1 {{Pass a list of items: collapse([item]).}}
  outline.collapse("Fruit")
}

func editSnapshot(_ snapshot: inout Snapshot<String, String>) throws {
  // expected-error@+1 {{Pass a list of sections: appendSections([section]).}}
  try snapshot.appendSections("Food")
  // expected-error@+1 {{Pass a list of items: appendItems([item]).}}
  try snapshot.appendItems("Fruit")
  // expected-error@+1 {{Pass a list of items: appendItems([item]).}}
  try snapshot.appendItems("Fruit", toSection: "Food")
  // expected-error@+1 {{Pass a list of items: deleteItems([item]).}}
  try snapshot.deleteItems("Fruit")
  // expected-error@+1 {{Append to a section: snapshot[section].append(items, to: parent).}}
  try snapshot.append(["Fruit"])
  // expected-error@+1 {{Append to a section: snapshot[section].append(items, to: parent).}}
  try snapshot.append("Apple", to: "Fruit")
  // expected-error@+1 {{Call deleteItems([item]) or deleteSections([section]).}}
  try snapshot.delete(["Fruit"])
  // expected-error@+1 {{Pass a list of items: expand([item]).}}
  snapshot.expand("Fruit")
  // expected-error@+1 {{Pass a list of items: collapse([item]).}}
  snapshot.collapse("Fruit")
}

func count(_ snapshot: Snapshot<String, String>) {
  // expected-error@+1 {{Read numberOfItems or numberOfSections.}}
  _ = snapshot.count
  // expected-error@+1 {{Read numberOfItems or numberOfSections.}}
  _ = snapshot.isEmpty
}

@MainActor func expand(in source: OutlineDataSource<String, String>) {
  // expected-error@+1 {{Pass one item, or call update { $0.expand(items) }.}}
  source.expand(["Fruit"])
  // expected-error@+1 {{Pass one item, or call update { $0.collapse(items) }.}}
  source.collapse(["Fruit"])
}
