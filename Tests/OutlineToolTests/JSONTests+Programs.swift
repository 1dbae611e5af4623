import Testing

extension JSONTests {
  @Test(arguments: [
    (
      "jsMind",
      """
      {"meta":{"name":"x"},"format":"node_tree","data":{"id":"r","topic":"A","children":[
      {"id":"s","topic":"B","expanded":true}]}}
      """, "A(B)"
    ),
    (
      "pipdeptree",
      """
      [{"key":"a","package_name":"A","installed_version":"1","dependencies":[
      {"key":"b","package_name":"B","installed_version":"1","dependencies":[]}]}]
      """, "A(B)"
    ),
    (
      "pipdeptree without nesting",
      """
      [{"package":{"key":"a","package_name":"A","installed_version":"1"},"dependencies":[
      {"key":"b","package_name":"B","installed_version":"1","required_version":">=1"}]},
      {"package":{"key":"b","package_name":"B","installed_version":"1"},"dependencies":[]}]
      """, "A(B) B"
    ),
    (
      "bookmarks of Firefox",
      """
      {"guid":"root________","title":"","index":0,"id":1,"type":"text/x-moz-place-container",
      "root":"placesRoot","children":[{"guid":"menu________","title":"menu","index":0,
      "type":"text/x-moz-place-container","root":"bookmarksMenuFolder","children":[
      {"guid":"a","title":"A","type":"text/x-moz-place","uri":"https://a"},
      {"guid":"s","title":"","type":"text/x-moz-place-separator"},
      {"guid":"b","title":"B","type":"text/x-moz-place","uri":"https://b"}]}]}
      """, "placesRoot(menu(A B))"
    ),
    ("empty title", #"{"title":"A","children":[{"id":1,"title":"","uid":"x"}]}"#, "A(.)"),
    (
      "Taskwarrior",
      """
      [{"id":0,"description":"A","status":"pending","uuid":"x1","depends":["y2"]},
      {"id":0,"description":"B","status":"completed","uuid":"y2"},
      {"id":3,"description":"C","status":"pending","uuid":"z3"}]
      """, "A(B) C"
    ),
  ])
  func filesOfProgramsAreRead(label: String, text: String, rows: String) throws {
    try expect(text, as: "a.json", toHaveRows: rows, label)
  }

  @Test func commentsAreLegalByFileName() throws {
    let text = "// a\n{\"name\": \"A\", /* b */ \"children\": [{\"name\": \"B\"}]}\n"
    try expect(text, as: "a.jsonc", toHaveRows: "A(B)", "comments")
    let commas = "{\"name\":\"A\",\"children\":[{\"name\":\"B\",},],}"
    try expect(commas, as: "a.jsonc", toHaveRows: "A(B)", "commas before brackets")
  }
}
