import Testing

@testable import Outline

/// The state machine of loads, as tables of every state and event.
///
/// A column is a state, a row is an event, and an entry is `effects>state`; a dot stands for no
/// effect and an unchanged state.
///
///     effects   S start, X cancel, I insert, R resume, E resume with an error, O expand, o expand
///               alone, T tell
///     state     - nothing known, l listed, s listed and stale, m marked stale without a list,
///               f failed, p page failed, c cursor
///     load      1 first page, 2 further page; x for expansion, y for that alone, r requested by
///               the program, w for each waiter; ~ slow, ! arrived; in parentheses the status
///               before it, without l
@Suite struct LoadStatesTests {
  typealias States = LoadStates<String, Int, Int>
  typealias Event = States.Event

  struct Boom: Error {}

  /// A state machine in some state.
  struct State {
    var loads = States()

    init(_ events: [Event]) {
      for event in events { _ = handle(event) }
    }

    mutating func handle(_ event: Event) -> [States.Effect] { loads.handle(event, of: "a") }
  }

  static let cursor = PageCursor(1, after: nil, owner: LoaderIdentity())

  /// Events that insert the result of the first load.
  static func page(cursor: PageCursor? = nil) -> [Event] {
    [
      .begin(.program, isNextPage: false), .arrived(id: 1, 0),
      .inserted(id: 1, cursor: cursor, moreItem: nil),
    ]
  }

  static func expansion(hasBehavior: Bool, chainLength: Int = 0) -> Event {
    .begin(
      .expansion(.init(hasBehavior: hasBehavior, chainLength: chainLength)), isNextPage: false)
  }

  static let expansion = expansion(hasBehavior: true)
  static let alone = expansion(hasBehavior: false)
  static let failure: [Event] = [.begin(.program, isNextPage: false), .failed(id: 1, Boom())]
  static let nextPage: Event = .begin(.waiter(1), isNextPage: true)
  static let mark: Event = .markedStale

  static let idle: [(name: String, state: State)] = [
    ("not loaded", State([])),
    ("loaded", State(page())),
    ("failed", State(failure)),
    ("stale", State(page() + [mark])),
    ("cursor", State(page(cursor: cursor))),
    ("page fail", State(page(cursor: cursor) + [nextPage, .failed(id: 2, Boom())])),
    ("left", State(page() + [.left(children: [1])])),
  ]

  static let loading: [(name: String, state: State)] = [
    ("expansion", State([expansion])),
    ("program", State([.begin(.program, isNextPage: false)])),
    ("waiter", State([.begin(.waiter(1), isNextPage: false)])),
    ("2 waiters", State([.begin(.waiter(1), isNextPage: false), .join(waiter: 2)])),
    ("arrived", State([expansion, .arrived(id: 1, 0)])),
    ("stale", State(page() + [mark, .begin(.waiter(1), isNextPage: false)])),
    ("next page", State(page(cursor: cursor) + [nextPage])),
  ]

  static let otherLoading: [(name: String, state: State)] = [
    ("alone", State([alone])),
    ("slow", State([expansion, .slow(id: 1)])),
    ("all", State([alone, .begin(.program, isNextPage: false), .join(waiter: 1)])),
    ("page here", State(page(cursor: cursor) + [nextPage, .arrived(id: 2, 0)])),
    ("failed", State(failure + [.restart(.program)])),
    ("marked", State(page() + [mark, .begin(.program, isNextPage: false), mark])),
    ("page slow", State(page(cursor: cursor) + [nextPage, .slow(id: 2)])),
  ]

  /// Every event; `id` is that of the load in progress.
  static func events(_ id: Int) -> [(name: String, event: Event)] {
    [
      ("begin expansion", expansion),
      ("begin program", .begin(.program, isNextPage: false)),
      ("begin waiter", .begin(.waiter(3), isNextPage: false)),
      ("begin next page", .begin(.waiter(3), isNextPage: true)),
      ("begin alone", alone),
      ("restart program", .restart(.program)),
      ("restart waiter", .restart(.waiter(3))),
      ("join", .join(waiter: 3)),
      ("waiter left", .waiterLeft(1)),
      ("other left", .waiterLeft(9)),
      ("collapsed, ends", .collapsed(cancels: true)),
      ("collapsed, stays", .collapsed(cancels: false)),
      ("cancelled", .cancelled),
      ("slow", .slow(id: id)),
      ("other slow", .slow(id: 9)),
      ("arrived", .arrived(id: id, 0)),
      ("other arrived", .arrived(id: 9, 0)),
      ("inserted", .inserted(id: id, cursor: nil, moreItem: nil)),
      ("inserted cursor", .inserted(id: id, cursor: cursor, moreItem: nil)),
      ("other inserted", .inserted(id: 9, cursor: cursor, moreItem: nil)),
      ("failed", .failed(id: id, Boom())),
      ("other failed", .failed(id: 9, Boom())),
      ("listed", .listed(nil)),
      ("not listed", .listed(Boom())),
      ("marked stale", mark),
      ("left", .left(children: [1])),
      ("came back", .cameBack(children: [1])),
      ("came back empty", .cameBack(children: [])),
    ]
  }

  @Test func eventsWithoutALoadFollowTheTable() {
    let expected = """
                       not loaded loaded     failed     stale      cursor     page fail  left
                       -          l          f          s          c          pc         gone
      begin expansion  ST>1x      ST>l1x     ST>1x(f)   ST>1x(s)   ST>c1x     ST>c1x(p)  ST>1x
      begin program    ST>1r      ST>l1r     ST>1r(f)   ST>1r(s)   ST>c1r     ST>c1r(p)  ST>1r
      begin waiter     ST>1w      ST>l1w     ST>1w(f)   ST>1w(s)   ST>c1w     ST>c1w(p)  ST>1w
      begin next page  ST>2w      ST>l2w     ST>f2w(f)  ST>s2w(s)  ScT>c2w    ScT>c2w(p) ST>2w
      begin alone      ST>1y      ST>l1y     ST>1y(f)   ST>1y(s)   ST>c1y     ST>c1y(p)  ST>1y
      restart program  ST>1r      ST>l1r     ST>1r(f)   ST>1r(s)   ST>c1r     ST>c1r(p)  ST>1r
      restart waiter   ST>1w      ST>l1w     ST>1w(f)   ST>1w(s)   ST>c1w     ST>c1w(p)  ST>1w
      join             R>-        R>l        R>f        R>s        R>c        R>pc       R>gone
      waiter left      .          .          .          .          .          .          .
      other left       .          .          .          .          .          .          .
      collapsed, ends  .          .          .          .          .          .          .
      collapsed, stays .          .          .          .          .          .          .
      cancelled        .          .          .          .          .          .          .
      slow             .          .          .          .          .          .          .
      other slow       .          .          .          .          .          .          .
      arrived          .          .          .          .          .          .          .
      other arrived    .          .          .          .          .          .          .
      inserted         .          .          .          .          .          .          .
      inserted cursor  .          .          .          .          .          .          .
      other inserted   .          .          .          .          .          .          .
      failed           .          .          .          .          .          .          .
      other failed     .          .          .          .          .          .          .
      listed           T>l        .          T>l        T>l        T>l        T>l        T>l
      not listed       T>f        T>f        T>f        T>fs       T>fc       T>fpc      T>f
      marked stale     .          T>s        .          .          T>sc       T>psc      .
      left             .          >gone      >-         >gone      >gone      >gone      .
      came back        .          .          .          .          .          .          >l
      came back empty  .          .          .          .          .          .          >-
      """
    #expect(Self.table(of: Self.idle) == expected)
  }

  @Test func eventsDuringALoadFollowTheTable() {
    let expected = """
                       expansion  program    waiter     2 waiters  arrived    stale      next page
                       1x         1r         1w         1ww        1x!        1w(s)      c2w
      begin expansion  .          >1xr       >1xw       >1xww      .          >1xw(s)    XEST>c1x
      begin program    >1xr       .          >1rw       >1rww      >1xr!      >1rw(s)    XEST>c1r
      begin waiter     >1xw       >1rw       >1ww       >1www      >1xw!      >1ww(s)    XEST>c1w
      begin next page  >1xw       >1rw       >1ww       >1www      >1xw!      >1ww(s)    >c2ww
      begin alone      .          >1yr       >1yw       >1yww      .          >1yw(s)    XEST>c1y
      restart program  XS>1xr     XS>1r      XS>1rw     XS>1rww    XS>1xr     XS>1rw(s)  XEST>c1r
      restart waiter   XS>1xw     XS>1rw     XS>1ww     XS>1www    XS>1xw     XS>1ww(s)  XEST>c1w
      join             >1xw       >1rw       >1ww       >1www      >1xw!      >1ww(s)    >c2ww
      waiter left      .          .          XT>-       >1w        .          XT>s       XT>c
      other left       .          .          .          .          .          .          .
      collapsed, ends  XT>-       .          .          .          .          .          .
      collapsed, stays >1r        .          .          .          .          .          .
      cancelled        XT>-       XT>-       XET>-      XEET>-     .          XET>s      XET>c
      slow             T>1x~      T>1r~      T>1w~      T>1ww~     .          T>1w~(s)   T>c2w~
      other slow       .          .          .          .          .          .          .
      arrived          I>1x!      I>1r!      I>1w!      I>1ww!     .          I>1w!(s)   I>c2w!
      other arrived    .          .          .          .          .          .          .
      inserted         O>l        >l         R>l        RR>l       O>l        R>l        R>l
      inserted cursor  O>c        >c         R>c        RR>c       O>c        R>c        R>c
      other inserted   .          .          .          .          .          .          .
      failed           T>f        T>f        TE>f       TEE>f      T>f        TE>f       TE>pc
      other failed     .          .          .          .          .          .          .
      listed           T>l1x      T>l1r      T>l1w      T>l1ww     T>l1x!     T>l1w      XET>l
      not listed       T>f1x(f)   T>f1r(f)   T>f1w(f)   T>f1ww(f)  T>f1x!(f)  T>f1w(fs)  T>fc2w(f)
      marked stale     T>m1x      T>m1r      T>m1w      T>m1ww     T>m1x!     T>s1w(s)   T>sc2w
      left             X>-        X>-        XE>-       XEE>-      X>-        XE>gone    XE>gone
      came back        .          .          .          .          .          .          .
      came back empty  .          .          .          .          .          .          .
      """
    #expect(Self.table(of: Self.loading) == expected)
  }

  @Test func eventsDuringOtherLoadsFollowTheTable() {
    let expected = """
                       alone      slow       all        page here  failed     marked     page slow
                       1y         1x~        1yrw       c2w!       1r(f)      s1r(s)     c2w~
      begin expansion  >1x        .          >1xrw      XEST>c1x   >1xr(f)    >s1xr(s)   XEST>c1x
      begin program    >1yr       >1xr~      .          XEST>c1r   .          .          XEST>c1r
      begin waiter     >1yw       >1xw~      >1yrww     XEST>c1w   >1rw(f)    >s1rw(s)   XEST>c1w
      begin next page  >1yw       >1xw~      >1yrww     >c2ww!     >1rw(f)    >s1rw(s)   >c2ww~
      begin alone      .          .          .          XEST>c1y   >1yr(f)    >s1yr(s)   XEST>c1y
      restart program  XS>1yr     XS>1xr~    XS>1yrw    XEST>c1r   XS>1r(f)   XS>1r(s)   XEST>c1r
      restart waiter   XS>1yw     XS>1xw~    XS>1yrww   XEST>c1w   XS>1rw(f)  XS>1rw(s)  XEST>c1w
      join             >1yw       >1xw~      >1yrww     >c2ww!     >1rw(f)    >s1rw(s)   >c2ww~
      waiter left      .          .          >1yr       .          .          .          XT>c
      other left       .          .          .          .          .          .          .
      collapsed, ends  XT>-       XT>-       >1rw       .          .          .          .
      collapsed, stays >1r        >1r~       >1rw       .          .          .          .
      cancelled        XT>-       XT>-       XET>-      .          XT>f       XT>s       XET>c
      slow             T>1y~      .          T>1yrw~    .          T>1r~(f)   T>s1r~(s)  .
      other slow       .          .          .          .          .          .          .
      arrived          I>1y!      I>1x~!     I>1yrw!    .          I>1r!(f)   I>s1r!(s)  I>c2w~!
      other arrived    .          .          .          .          .          .          .
      inserted         o>l        O>l        Ro>l       R>l        >l         >s         R>l
      inserted cursor  o>c        O>c        Ro>c       R>c        >c         >sc        R>c
      other inserted   .          .          .          .          .          .          .
      failed           T>f        T>f        TE>f       TE>pc      T>f        T>fs       TE>pc
      other failed     .          .          .          .          .          .          .
      listed           T>l1y      T>l1x~     T>l1yrw    XET>l      T>l1r      T>l1r      XET>l
      not listed       T>f1y(f)   T>f1x~(f)  T>f1yrw(f) T>fc2w!(f) T>f1r(f)   T>fs1r(fs) T>fc2w~(f)
      marked stale     T>m1y      T>m1x~     T>m1yrw    T>sc2w!    T>m1r(f)   .          T>sc2w~
      left             X>-        X>-        XE>-       XE>gone    X>-        X>gone     XE>gone
      came back        .          .          .          .          .          .          .
      came back empty  .          .          .          .          .          .          .
      """
    #expect(Self.table(of: Self.otherLoading) == expected)
  }
}

// MARK: - Text

extension LoadStatesTests {
  static func table(of states: [(name: String, state: State)]) -> String {
    var lines = [line("", states.map(\.name)), line("", states.map { text(of: $0.state) })]
    for (index, event) in events(0).enumerated() {
      let entries = states.map { _, state in
        let id = state.loads.record(of: "a")?.load?.id ?? 8
        var copy = state
        let effects = copy.handle(events(id)[index].event).map(text).joined()
        let before = text(of: state)
        let after = text(of: copy)
        return effects.isEmpty && before == after ? "." : effects + ">" + after
      }
      lines.append(line(event.name, entries))
    }
    return lines.joined(separator: "\n")
  }

  private static func line(_ name: String, _ entries: [String]) -> String {
    let padded = ([name] + entries).enumerated().map { column, text in
      text + String(repeating: " ", count: max(1, (column == 0 ? 17 : 11) - text.count))
    }
    return String(padded.joined().reversed().drop { $0 == " " }.reversed())
  }

  private static func text(_ effect: States.Effect) -> String {
    switch effect {
    case .start(_, let cursor): cursor == nil ? "S" : "Sc"
    case .cancel: "X"
    case .insert: "I"
    case .resume(let waiters, let error):
      String(repeating: error == nil ? "R" : "E", count: waiters.count)
    case .expand(let expansion): expansion.hasBehavior ? "O" : "o"
    case .notify: "T"
    }
  }

  private static func text(of state: State) -> String {
    guard let record = state.loads.record(of: "a") else {
      return state.loads.formerRecords["a"] != nil ? "gone" : "-"
    }
    let status = text(of: record.status) + (record.cursor == nil ? "" : "c")
    let load = record.load.map(text) ?? ""
    return (status == "lc" ? "c" : status == "l" && load.contains("(") ? "" : status) + load
  }

  private static func text(of status: States.Status) -> String {
    let text =
      (status.failure == nil ? "" : "f") + (status.pageFailure == nil ? "" : "p")
      + (status.isStale ? status.isListed ? "s" : "m" : "")
    return text.isEmpty && status.isListed ? "l" : text
  }

  private static func text(_ load: States.PendingLoad) -> String {
    let previous = text(of: load.previous).filter { $0 != "l" }
    return (load.isNextPage ? "2" : "1") + (load.expansion.map { $0.hasBehavior ? "x" : "y" } ?? "")
      + (load.isRequested ? "r" : "") + String(repeating: "w", count: load.waiters.count)
      + (load.isSlow ? "~" : "") + (load.hasArrived ? "!" : "")
      + (previous.isEmpty ? "" : "(\(previous))")
  }
}
