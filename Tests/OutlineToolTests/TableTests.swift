import Foundation
import Testing

@testable import outline_tool

@Suite("Tables")
struct TableTests {
  @Test(arguments: [
    ("nothing", "", ""),
    ("identity and parent", "id,parent,name\n1,,A\n2,1,B\n3,2,C\n4,,D\n", "A(B(C)) D"),
    ("semicolons", "id;parent;name\n1;;A\n2;1;B, C\n", "A(B, C)"),
    ("tabs", "id\tparent\tname\n1\t\tA\n2\t1\tB, C\n", "A(B, C)"),
    ("Windows line ends", "id,parent,name\r\n1,,A\r\n2,1,B\r\n", "A(B)"),
    ("line ends of classic Mac OS", "id,parent,name\r1,,A\r2,1,B\r", "A(B)"),
    ("byte order mark", "\u{FEFF}id,parent,name\n1,,A\n2,1,B\n", "A(B)"),
    ("no final line end", "id,parent,name\n1,,A\n2,1,B", "A(B)"),
    ("empty lines", "\nid,parent,name\n\n1,,A\n\n2,1,B\n\n", "A(B)"),
    (
      "quotes", "\"id\",\"parent\",\"name\"\n\"1\",\"\",\"A, \"\"a\"\"\"\n2,1,\"B\nb\"\n",
      "A, \"a\"(B\\nb)"
    ),
    ("quotes after blanks", "id, parent, name\n1, , \"A, a\" \n2, 1, B\n", "A, a(B)"),
    ("banner", "Taxonomy of things\nid,parent,name\n1,,A\n2,1,B\n", "A(B)"),
    ("banner with fields", "Taxonomy,,\nUnique ID,Parent,Name\n1,,A\n2,1,B\n", "A(B)"),
    ("parents after children", "id,parent,name\n3,2,C\n2,1,B\n1,,A\n", "A(B(C))"),
    ("roots in all spellings", "id,parent\n1,\n2,0\n3,-1\n4,4\n5,#\n6,4\n", "1 2 3 4(6) 5"),
    ("identity 0", "id,parent,name\n0,,A\n1,0,B\n", "A(B)"),
    ("parents by name", "name,parent\nA,\nB,A\nC,B\n", "A(B(C))"),
    ("no label", "id,parent,size\n1,,7\n2,1,8\n", "1(2)"),
    ("numbers before texts", "id,parent,size,who\n1,,7,A\n2,1,8,B\n", "A(B)"),
    ("no identity", "code,parent,what\nA,,x\nB,A,y\n", "x(y)"),
    ("capital path", "Path,Note\na,x\na/b,y\n", "a(b)"),
    ("columns in another order", "Parent_ID,Title,Item ID\n,A,1\n1,B,2\n", "A(B)"),
    ("tiers", "Tier 1,Tier 2,Tier 3\nA,,\nA,B,\nA,B,C\nD,E,F\n", "A(B(C)) D(E(F))"),
    ("tiers with names", "Name,Tier 1,Tier 2\nA,A,\nB,A,B\nC,A,B\n", "A(B(C))"),
    ("tiers from 0", "level0,level1\nA,B\nA,C\n", "A(B C)"),
    ("same tiers twice", "Tier 1,Tier 2,n\nA,B,1\nA,B,2\n", "A(B B)"),
    (
      "groups", "id;group;sub_group\n1;A;B\n2;A;C\n",
      "1(group: A sub_group: B) 2(group: A sub_group: C)"
    ),
    ("path in a column", "id,value\na,\na.b,\na.b.c,1\nd,2\n", "a(b(c)) d"),
    ("path with names", "id,name\n1,A\n1/2,B\n1/2/3,C\n", "A(B(C))"),
    ("path without parents", "path,size\na/b,1\na/c/d,2\n/e,3\n", "a(b c(d)) e"),
    ("numbered path", "wbs,task\n1,A\n1.1,B\n1.2,C\n2,D\n", "A(B C) D"),
    ("path with blanks", "a\nb\nb > c\nb > c > d\n", "a b(c(d))"),
    ("same path twice", "path,size\na/b,1\na/b,2\n", "a(b b)"),
    ("tiers with items", "Level 1,Level 2,Item\nA,B,C\n", "A(B(C))"),
    ("no path in a record", "Tier 1,Tier 2,n\nA,B,1\n,,2\n", "A(B) 2"),
    ("no path in a column", "path,n\na/b,1\n,2\n", "a(b) 2"),
    ("a year", "name,2024\nA,1\nB,2\n", "A(2024: 1) B(2024: 2)"),
    ("a year without names", "x,2024\nA,1\n", "x(2024) A(1)"),
    ("charts", "ids,labels,parents\n1,A,\n2,B,1\n", "A(B)"),
    ("employees", "employeeID,lastName,reportsTo\n1,A,NULL\n2,B,1\n", "A(B)"),
    ("managers", "EmployeeID,ManagerID,FullName\n2,1,B\n1,Null,A\n", "A(B)"),
    ("children", "child,parent\nA,\nB,A\n", "A(B)"),
    ("bosses", "id,name,manager\n1,A,\n2,B,1\n3,C,2\n", "A(B(C))"),
    // Regression: identities in later records were the names of a path, and records above them were
    // lost.
    ("numbered identities", "id,name,boss\ne1,A,\ne2,B,e1\ne3,C,e2\n", "A(B(C))"),
    ("unknown parent column", "key,name,up\nk1,A,\nk2,B,k1\n", "A(B)"),
    ("unknown parent column of names", "name,up,size\nA,,3\nB,A,4\n", "A(B)"),
    ("numbers are not parents", "id,name,n\n1,A,0\n2,B,1\n", "A(id: 1 n: 0) B(id: 2 n: 1)"),
    ("two parents", "id,manager,parent,name\n1,,,A\n2,,1,B\n3,2,1,C\n", "A(B C)"),
    ("bosses by name", "id,name,boss\n1,A,\n2,B,A\n", "A(B)"),
    ("edges without a header", "n1,n2\nn2,n3\nn3,n4\n", "n1(n2) n2(n3) n3(n4)"),
    ("edges", "from,to\nn1,n2\nn2,n3\n", "n1(to: n2) n2(to: n3)"),
    ("numbered texts", "A,B\nn1,n2\nn2,n3\n", "n1(B: n2) n2(B: n3)"),
    ("prefixed texts", "x,y\nway,subway\nb,c\n", "way(y: subway) b(y: c)"),
    ("unknown tiers", "Ebene 1,Ebene 2\nA,B\nA,C\n", "A(B C)"),
    ("tiers below a banner", "Banner\nTier 1,Tier 2\nA,B\nA,C\n", "A(B C)"),
    ("parents without records", "child,parent\nB,A\nC,B\nD,A\nE,x\n", "A(B(C) D) x(E)"),
    ("levels", "level,name\n1,A\n2,B\n3,C\n2,D\n1,E\n", "A(B(C) D) E"),
    ("project", "ID,Name,Outline Level\n1,A,1\n2,B,2\n", "A(B)"),
    (
      "tasks",
      "TYPE,CONTENT,PRIORITY,INDENT\nsection,S,,\ntask,A,1,1\ntask,B,2,2\n,,,\ntask,C,1,1\n",
      "S(A(B) C)"
    ),
    ("levels that are numbers", "level,name\n5,A\n9,B\n", "A(level: 5) B(level: 9)"),
    ("no header", "1,,A\n2,1,B\n3,2,C\n", "A(B(C))"),
    ("numbers without a header", "1,3\n2,1\n3,2\n", "1(3) 2(1) 3(2)"),
    ("plain", "name,size,note\nA,1,\nB,,x\n", "A(size: 1) B(note: x)"),
    ("plain with unknown names", "country,people\nA,1\nB,2\n", "A(people: 1) B(people: 2)"),
    ("plain with leading numbers", ",name,size\n0,A,3\n1,B,4\n", "A(0 size: 3) B(1 size: 4)"),
    ("numbers and unknown names", ",x,y\n0,A,3\n1,B,4\n", "A(0 y: 3) B(1 y: 4)"),
    ("plain without a header", "A,B\nC,D\n", "A(B) C(D)"),
    ("delimiters at the ends", "name,size,,\nA,1,,\nB,2,,\n", "A(size: 1) B(size: 2)"),
    ("texts with delimiters", "city,river,\nA,B,\nC,B,\n", "A(river: B) C(river: B)"),
    ("row numbers and a column", ",name\n0,A\n1,B\n", "A(0) B(1)"),
    ("a padded title", "Report,,\nname,size,\nA,1,\nB,2,\n", "A(size: 1) B(size: 2)"),
    ("sep", "sep=;\nname;size\nA;1,5\nB;2,5\n", "A(size: 1,5) B(size: 2,5)"),
    ("texts with a header", "city,river\nA,B\nC,B\n", "A(river: B) C(river: B)"),
    ("texts that recur", "A,B\nC,D\nE,B\n", "A(B) C(D) E(B)"),
    ("the same text twice", "A,A\nC,D\nE,B\n", "A(A) C(D) E(B)"),
    ("blank records", "name,size\nA,1\n,\n,,,\n\"\",\nB,2\n", "A(size: 1) B(size: 2)"),
    ("one column", "A\nB\n", "A B"),
    // Regression: rows with an empty label had the text of another column.
    ("empty label", "id,parent,name\n1,,A\n2,1,\n3,2,C\n", "A(.(C))"),
    ("empty label in a plain table", "name,size\nA,1\n,2\n", "A(size: 1) .(size: 2)"),
    ("empty label with a level", "level,name,x\n1,A,2\n2,,3\n", "A(.)"),
    // Regression: without names of columns, the rows below the first were blank.
    ("stairs", "A,,\n,B,\n,,C\n", "A B C"),
    ("sections", "S,,\n,A,x\n,B,y\n", "S A(x) B(y)"),
    // Regression: years were no names.
    ("years", "country,2023,2024\nA,1,2\nB,3,4\n", "A(2023: 1 2024: 2) B(2023: 3 2024: 4)"),
    ("years above a year", "country,2023,2024\nA,1950,3\n", "A(2023: 1950 2024: 3)"),
    ("years as values", "A,2001,2002\nB,2003,2004\n", "A(2001 2002) B(2003 2004)"),
    ("numbers as values", "A,7,2002\nB,8,9\n", "A(7 2002) B(8 9)"),
  ])
  func recordsAreRows(label: String, text: String, rows: String) throws {
    try expect(text, as: "a.csv", toHaveRows: rows, label)
  }

  /// Regression: such a table was flat.
  @Test(arguments: [
    ("a child", "level,name\n1,A\n3,B\n2,C\n1,D\n", "A(B C) D", ["3"]),
    ("siblings", "level,name\n0,A\n2,B\n2,C\n4,D\n", "A(B C(D))", ["3", "5"]),
  ])
  func skippedLevelsAreReported(
    label: String, text: String, rows: String, lines: [String]
  ) throws {
    let messages = lines.map {
      ":\($0):1: more than one level deeper than the row above; shown as its child"
    }
    try expect(text, as: "a.csv", toHaveRows: rows, messages: messages, label)
  }

  @Test(arguments: [
    ("level,name\n1,A\n12,B\n", "A(level: 1) B(level: 12)"),
    ("level,name\n2,A\n4,B\n", "A(level: 2) B(level: 4)"),
    ("level,name\n1,A\n5,B\n9,C\n", "A(level: 1) B(level: 5) C(level: 9)"),
  ])
  func otherNumbersAreNoLevels(text: String, rows: String) throws {
    try expect(text, as: "a.csv", toHaveRows: rows, text)
  }

  /// Regression: the sample ended in the note.
  @Test func aLongNoteDoesNotHideTheFormat() throws {
    let note = String(repeating: "a b ", count: 2000)
    let run = try Tool.run(input: "id,parent,name,note\n1,,A,\"\(note)\"\n2,1,B,\n")
    #expect(run.rows == "A(B)")
  }

  @Test(arguments: [
    ("--id no --parent up", "no,up,name\n1,,A\n2,1,B\n", "A(B)"),
    ("--id no --parent up --label x", "a\nx,no,up\nA,1,\nB,2,1\n", "A(B)"),
    ("--parent boss", "id,boss,name\n1,9,A\n2,9,B\n", "A B"),
    ("--parent boss", "code,boss,name\n1,,A\n2,1,B\n", "A(B)"),
    ("--parent boss", "name,boss,x\nA,,1\nB,A,2\nC,D,3\n", "A(B) D(C)"),
    ("--id key", "key,id,parent,who\nx,1,,A\ny,2,x,B\n", "A(B)"),
    ("--id key", "key,id,parent\nx,1,\ny,2,x\n", "x(y)"),
    ("--label size", "id,parent,name,size\n1,,A,3\n2,1,B,4\n", "3(4)"),
    ("--label note", "Tier 1,Tier 2,note\nA,B,x\n", "A(B(x))"),
  ])
  func optionsNameTheColumns(options: String, text: String, rows: String) throws {
    #expect(try Tool.show(text, as: "a.csv", options: options).description(of: rows) == rows)
  }

  @Test(arguments: [
    ("--label x", "id,parent\n1,\n2,1\n", "1(2)", "'x'; similar names: 'id', 'parent'"),
    (
      "--label nmae", "a,b,c,d,e,name,f\n1,,A,B,C,D,E\n", "D(a: 1 c: A d: B e: C f: E)",
      "'nmae'; similar names: 'name', 'a', 'e', 'b', 'c'"
    ),
    // Only the unknown one of three names is reported.
    (
      "--id no --parent up --label waht", "no,up,what\nA,,x\nB,A,y\n", "x(y)",
      "'waht'; similar names: 'what', 'no', 'up'"
    ),
    ("--label x", "A,B\nC,D\n", "A(B) C(D)", "'x'"),
  ])
  func unknownColumnsAreReported(
    options: String, text: String, rows: String, message: String
  ) throws {
    let run = try Tool.show(text, as: "a.csv", options: options)
    let expected = "outline-tool: a.csv: no member or column is named \(message)\n"
    #expect(run.rows == rows && run.messages == expected && run.exitCode == 1, "\(run)")
  }

  @Test func unidentifiedParentsAreReported() throws {
    let text = "size,boss\n7,9\n8,3\n"
    let message = "outline-tool: --parent: no effect on the rows of these files"
    for (options, remedy) in [("", "; name the identities with --id"), ("--id boss", "")] {
      let run = try Tool.show(text, as: "a.csv", options: "--parent boss \(options)")
      #expect(run.rows == "7(boss: 9) 8(boss: 3)")
      #expect(run.messages == message + remedy + "\n" && run.exitCode == 1)
    }
    #expect(try Tool.show(text, as: "a.csv").messages == "")
  }

  /// Tables of each shape, whose columns are attributes.
  @Test(arguments: [
    ("linked", "id,parent,name,x\n1,,A,\n2,1,B,\"3, \"\"4\"\"\"\n", "A(B [x: 3, \"4\"])"),
    ("tiers", "Tier 1,Tier 2,x\nA,B,1\nA,,2\nA,B,3\n", "A [x: 2](B [x: 1] B [x: 3])"),
    ("path", "path,x\na/b,1\na/c,\n", "a(b [x: 1] c)"),
    ("plain", "name,x\nA,1\nB\n", "A [x: 1](x: 1) B"),
  ])
  func attributesAreColumns(label: String, text: String, rows: String) throws {
    let run = try Tool.show(text, as: "a.csv", options: "--attribute x")
    #expect(run.rows == rows && run.exitCode == 0, "\(label): \(run)")
  }

  @Test func addressesInColumnsAreLinks() throws {
    let run = try Tool.show("name,url\nA,https://a\n", as: "a.csv", options: "--hyperlink always")
    #expect(run.output.contains("\u{1B}]8;;https://a\u{1B}\\A\u{1B}]8;;"))
  }

  @Test(arguments: [
    (
      "ragged", "id,parent,name\n1,,A\n2,1\n3,1,C,x\n", "A(. C)",
      [
        ":3:1: 2 fields, expected 3", ":4:1: 4 fields, expected 3",
        ":4:7: column 4 has no name; not shown",
      ]
    ),
    (
      "quote in a field", "id,name\n1,\"A \"a\" a\"\n", "A \"a\" a(id: 1)",
      [
        ":2:6: unescaped quote in a quoted field; write '\"\"'",
        ":2:8: unescaped quote in a quoted field; write '\"\"'",
      ]
    ),
    (
      "missing quote", "id,name\n1,\"A\n2,B\n3,\"C\"\n", "A(id: 1) B(id: 2) C(id: 3)",
      [":2:3: unterminated quoted field"]
    ),
    (
      "missing quote at the end", "id,name\n1,A\n2,\"B", "A(id: 1) B(id: 2)",
      [":3:3: unterminated quoted field"]
    ),
    (
      "missing quote before a delimiter", "id,parent,name\n1,,\"A, b\n2,1,C\n", "A(C)",
      [":2:4: unterminated quoted field", ":2:8: column 4 has no name; not shown"]
    ),
    (
      "missing parent", "id,parent,name\n1,,A\n2,1,B\n3,9,C\n", "A(B) C",
      [":4:3: unknown parent; shown as a root"]
    ),
    (
      "cycle", "id,parent,name\n1,2,A\n2,1,B\n3,,C\n", "A(B) C",
      [":2:1: cycle of parents; shown as a root"]
    ),
    (
      "two with one identity", "id,parent,name\n1,,A\n1,,B\n2,1,C\n", "A(C) B",
      [":3:1: duplicate identity; links refer to the first row"]
    ),
    (
      "column without a name", "1,,A,x\n2,1,B,y\n", "A(B)",
      [":1:6: column 4 has no name; not shown"]
    ),
    (
      "column without a name in a header", "id,parent,name,\n1,,A,\n2,1,B,x\n", "A(B)",
      [":3:7: column 4 has no name; not shown"]
    ),
    ("no records", "\n \n", "", [": no rows: no records found"]),
  ])
  func damagedTablesAreReadAndReported(
    label: String, text: String, rows: String, messages: [String]
  ) throws {
    try expect(text, as: "a.csv", toHaveRows: rows, messages: messages, label)
  }

  @Test(arguments: [
    ("id,parent,name\n1,,A\n2,1,B\n", true), ("Tier 1;Tier 2\nA;\nA;B\n", true),
    ("name,size\nA,1\nB,2\n", false), ("A, b\nC, d\n", false), ("x1,x2\nA,\nA,B\n", false),
  ])
  func contentsDetermineTheFormatOfUnnamedInputs(text: String, isTable: Bool) throws {
    let rows = try Tool.run(input: text).rows
    #expect((rows == "A(B)") == isTable)
  }

  @Test(arguments: [
    ("id,value\nA,1\nB,2\n", true), ("value,id\nA,1\nB,2\n", false),
    ("name,size,note\nA,1,x\nB,2,y\n", true), ("a\tTitle\tb\nx\tA\ty\n", true),
    ("a,b,c\nA,1,x\nB,2,y\n", false), ("name,size,note\nA,1,x\nB,2\n", false),
    ("name,size,note\n", false), ("- x\nname,size,note\nA,1,x\n", false),
  ])
  func commonColumnNamesIdentifyATableInAPipe(text: String, isTable: Bool) throws {
    #expect(try Tool.run(input: text).rows.hasPrefix("A(") == isTable)
    // The file name can indicate another format.
    #expect(try !Tool.show(text, as: "a.x").rows.hasPrefix("A("))
  }

  @Test func startOfALargeTableDeterminesItsFormat() throws {
    let text = String(repeating: "A,1,x\n", count: 10_000)
    for length in 1...8 {
      let header = "name,size," + String(repeating: "n", count: length) + "\n"
      let run = try Tool.run("-L1", input: header + text)
      #expect(run.output.hasPrefix("standard input\n├── ▸ A\n"))
    }
  }

  @Test func chainOfParentsIsReadInLinearTime() throws {
    let records = (1...largeCount(500_000)).map { "\($0),\($0 - 1)\n" }
    let run = try Tool.show("id,parent\n" + records.joined(), as: "a.csv", options: "-L2")
    #expect(run == "a.csv\n└── 1\n    └── ▸ 2\n")
  }
}
