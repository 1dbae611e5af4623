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
        == #"{"expanded":[0,2],"items":["a","a1","a1x","b"],"levels":[0,1,2,0]}"#)
  }

  @Test(arguments: [
    #"{"items":["a","b"],"levels":[0],"expanded":[]}"#,
    #"{"items":["a"],"levels":[0,0],"expanded":[]}"#,
    #"{"items":[],"levels":[0],"expanded":[]}"#,
    #"{"items":["a","b"],"levels":[0,2],"expanded":[]}"#,
    #"{"items":["a"],"levels":[1],"expanded":[]}"#,
    #"{"items":["a","b"],"levels":[0,-1],"expanded":[]}"#,
    #"{"items":["a"],"levels":[-1],"expanded":[]}"#,
    #"{"items":["a","b"],"levels":[0,9223372036854775807],"expanded":[]}"#,
    #"{"items":["a"],"levels":[-9223372036854775808],"expanded":[]}"#,
    #"{"items":["a","a"],"levels":[0,0],"expanded":[]}"#,
    #"{"items":["a","b","a"],"levels":[0,1,2],"expanded":[]}"#,
    #"{"items":["a","b"],"levels":[0,0],"expanded":[2]}"#,
    #"{"items":["a","b"],"levels":[0,0],"expanded":[-1]}"#,
    #"{"items":["a"],"levels":[0],"expanded":[9223372036854775807]}"#,
    #"{"items":["a","b"],"levels":[0,0],"expanded":[1,0]}"#,
    #"{"items":["a","b"],"levels":[0,0],"expanded":[1,1]}"#,
    #"{"items":[],"levels":[],"expanded":[0]}"#,
    #"{"items":["a"],"levels":[0]}"#,
    #"{"items":["a"],"expanded":[]}"#,
    #"{"levels":[0],"expanded":[]}"#,
    #"{"items":["a"],"levels":["0"],"expanded":[]}"#,
    #"{"items":[1],"levels":[0],"expanded":[]}"#,
    #"{"items":["a"],"levels":[0.5],"expanded":[]}"#,
    #"{"items":null,"levels":[],"expanded":[]}"#,
    "[]", "null", "{}", "7",
  ])
  func malformedInputThrows(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SectionSnapshot<String>.self, from: Data(text.utf8))
    }
  }

  @Test func itemsDecodedAsEqualAreDuplicates() {
    let text = #"{"items":["\u00e9","e\u0301"],"levels":[0,0],"expanded":[]}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SectionSnapshot<String>.self, from: Data(text.utf8))
    }
  }
}
