/// What a file of tags is written in, which decides what is well-formed and which names are known.
enum MarkupDialect {
  case xml
  case html
}
