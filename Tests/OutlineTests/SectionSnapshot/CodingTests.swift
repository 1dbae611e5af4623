import Foundation
import Outline
import OutlineTestSupport
import Testing

@Suite struct CodingTests {
  @Test func everyStateSurvivesARoundTrip() throws {
    for count in 0...4 {
      for state in OutlineModel<Int>.allStates(count: count) {
        let snapshot = SectionSnapshot(state)
        let data = try JSONEncoder().encode(snapshot)
        let decoded = try JSONDecoder().decode(SectionSnapshot<Int>.self, from: data)
        try #require(decoded == snapshot, "\(state.shape)")
        try state.compareAll(with: decoded)
      }
    }
  }

  @Test(arguments: TestLayout.allCases)
  func encodedFormIsStable(layout: TestLayout) throws {
    let snapshot = SectionSnapshot<String>(
      """
      +* a
        -* a1
          + a1x
      -* b
      """, in: layout.empty())
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(snapshot), as: UTF8.self)
        == #"{"items":["a","a1","a1x","b"],"shape":"[([])]()"}"#)
  }

  @Test(arguments: [
    #"{"items":["a","b"],"shape":"()"}"#,
    #"{"items":["a"],"shape":"()()"}"#,
    #"{"items":[],"shape":"()"}"#,
    #"{"items":["a","b"],"shape":"(())))"}"#,
    #"{"items":["a","b"],"shape":"()(("}"#,
    #"{"items":["a","b"],"shape":"(((("}"#,
    #"{"items":["a","b"],"shape":"())("}"#,
    #"{"items":["a","b"],"shape":"([)]"}"#,
    #"{"items":["a"],"shape":"(]"}"#,
    #"{"items":["a"],"shape":"[)"}"#,
    #"{"items":["a"],"shape":")("}"#,
    #"{"items":["a"],"shape":"{}"}"#,
    #"{"items":["a"],"shape":"é"}"#,
    #"{"items":["a"],"shape":"(\u0000"}"#,
    #"{"items":["a","b"],"shape":"() )"}"#,
    #"{"items":["a","a"],"shape":"()()"}"#,
    #"{"items":["a","b","a"],"shape":"((()))"}"#,
    #"{"items":["a"]}"#,
    #"{"shape":"()"}"#,
    #"{"items":["a"],"shape":0}"#,
    #"{"items":["a"],"shape":null}"#,
    #"{"items":[1],"shape":"()"}"#,
    #"{"items":null,"shape":""}"#,
    "[]", "null", "{}", "7",
  ])
  func malformedInputThrows(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SectionSnapshot<String>.self, from: Data(text.utf8))
    }
  }

  @Test func itemsDecodedAsEqualAreDuplicates() {
    let text = #"{"items":["\u00e9","e\u0301"],"shape":"()()"}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SectionSnapshot<String>.self, from: Data(text.utf8))
    }
  }
}
