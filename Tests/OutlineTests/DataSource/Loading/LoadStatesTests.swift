import Testing

@testable import Outline

/// The state machine of loads, as tables of every state and event.
///
/// A column is a state, a row is an event, and an entry is `effects>state`; a dot stands for no
/// effect and an unchanged state.
///
///     effects   S start, X cancel, I insert, R resume, E resume with an error, O expand, o expand
///               alone, T tell
///     state     - nothing known, l listed, s stale, f failed, p page failed, c cursor
///     load      1 first page, 2 further page; x for expansion, y for that alone, r requested by
///               the program, w for each waiter; ~ slow, ! arrived; in parentheses the status
///               before it
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

  static let cursor = States.Cursor(1, after: nil, owner: LoaderIdentity())

  /// Events that insert the result of the first load.
  static func page(cursor: States.Cursor? = nil) -> [Event] {
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
  static let mark: Event = .markedStale(canLoad: true)

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
      ("marked, no loader", .markedStale(canLoad: false)),
      ("left", .left(children: [1])),
      ("came back", .cameBack(children: [1])),
      ("came back empty", .cameBack(children: [])),
    ]
  }

  @Test func eventsWithoutALoadFollowTheTable() {
    let expected = """
                       not loaded loaded     empty      failed     stale      cursor     page fail
                       -          -          e          f          s          c          pc
      begin expansion  ST>1x      ST>1x      ST>e1x     ST>1x(f)   ST>1x(s)   ST>c1x     ST>c1x(p)
      begin program    ST>1r      ST>1r      ST>e1r     ST>1r(f)   ST>1r(s)   ST>c1r     ST>c1r(p)
      begin waiter     ST>1w      ST>1w      ST>e1w     ST>1w(f)   ST>1w(s)   ST>c1w     ST>c1w(p)
      begin next page  ST>2w      ST>2w      ST>e2w     ST>f2w(f)  ST>s2w(s)  ScT>c2w    ScT>c2w(p)
      begin alone      ST>1y      ST>1y      ST>e1y     ST>1y(f)   ST>1y(s)   ST>c1y     ST>c1y(p)
      restart program  ST>1r      ST>1r      ST>e1r     ST>1r(f)   ST>1r(s)   ST>c1r     ST>c1r(p)
      restart waiter   ST>1w      ST>1w      ST>e1w     ST>1w(f)   ST>1w(s)   ST>c1w     ST>c1w(p)
      join             R>-        R>-        R>e        R>f        R>s        R>c        R>pc
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
      inserted none    .          .          .          .          .          .          .
      inserted cursor  .          .          .          .          .          .          .
      other inserted   .          .          .          .          .          .          .
      failed           .          .          .          .          .          .          .
      other failed     .          .          .          .          .          .          .
      replaced         .          .          .          T>-        .          .          .
      not replaced     T>f        T>f        T>fe       T>f        T>fs       T>fc       T>fpc
      marked stale     .          T>s        T>se       .          .          T>sc       T>psc
      gained children  >s         .          .          .          .          .          .
      lost children    >e         >e         .          .          >-         >ec        >pec
      deleted          .          .          >-         >-         >-         >-         >-
      """
    print(Self.table(of: Self.idle))
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
      restart program  XST>1xr    XST>1r     XST>1rw    XST>1rww   XST>1xr    XST>1rw(s) XEST>c1r
      restart waiter   XST>1xw    XST>1rw    XST>1ww    XST>1www   XST>1xw    XST>1ww(s) XEST>c1w
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
      inserted         O>-        >-         R>-        RR>-       O>-        R>-        R>-
      inserted none    O>e        >e         R>e        RR>e       O>e        R>e        R>e
      inserted cursor  O>c        >c         R>c        RR>c       O>c        R>c        R>c
      other inserted   .          .          .          .          .          .          .
      failed           T>f        T>f        TE>f       TEE>f      T>f        TE>f       TE>pc
      other failed     .          .          .          .          .          .          .
      replaced         .          .          .          .          .          .          .
      not replaced     T>f1x      T>f1r      T>f1w      T>f1ww     T>f1x!     T>f1w(s)   T>fc2w
      marked stale     T>s1x      T>s1r      T>s1w      T>s1ww     T>s1x!     T>s1w(s)   T>sc2w
      gained children  >1x(s)     >1r(s)     >1w(s)     >1ww(s)    >1x!(s)    .          .
      lost children    >e1x       >e1r       >e1w       >e1ww      >e1x!      >1w        >ec2w
      deleted          X>-        X>-        XE>-       XEE>-      X>-        XE>-       XE>-
      """
    print(Self.table(of: Self.loading))
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
      restart program  XST>1yr    XST>1xr~   XST>1yrw   XEST>c1r   XST>1r(f)  XST>1r(s)  XEST>c1r
      restart waiter   XST>1yw    XST>1xw~   XST>1yrww  XEST>c1w   XST>1rw(f) XST>1rw(s) XEST>c1w
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
      inserted         o>-        O>-        Ro>-       R>-        >-         >s         R>-
      inserted none    o>e        O>e        Ro>e       R>e        >e         >se        R>e
      inserted cursor  o>c        O>c        Ro>c       R>c        >c         >sc        R>c
      other inserted   .          .          .          .          .          .          .
      failed           T>f        T>f        TE>f       TE>pc      T>f        T>fs       TE>pc
      other failed     .          .          .          .          .          .          .
      replaced         .          .          .          .          .          .          .
      not replaced     T>f1y      T>f1x~     T>f1yrw    T>fc2w!    T>f1r(f)   T>fs1r(s)  T>fc2w~
      marked stale     T>s1y      T>s1x~     T>s1yrw    T>sc2w!    T>s1r(f)   .          T>sc2w~
      gained children  >1y(s)     >1x~(s)    >1yrw(s)   .          >1r(fs)    .          .
      lost children    >e1y       >e1x~      >e1yrw     >ec2w!     >e1r(f)    >s1r       >ec2w~
      deleted          X>-        X>-        XE>-       XE>-       X>-        X>-        XE>-
      """
    print(Self.table(of: Self.otherLoading))
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
      text + String(repeating: " ", count: max(1, (column == 0 ? 18 : 12) - text.count))
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
      return state.loads.isFormer("a") ? "gone" : "-"
    }
    return text(of: record.status) + (record.cursor == nil ? "" : "c")
      + (record.load.map(text) ?? "")
  }

  private static func text(of status: States.Status) -> String {
    (status.isListed ? "l" : "") + (status.failure == nil ? "" : "f")
      + (status.pageFailure == nil ? "" : "p")
      + (status.isStale ? "s" : "")
  }

  private static func text(_ load: States.PendingLoad) -> String {
    let previous = text(of: load.previous)
    return (load.isNextPage ? "2" : "1") + (load.expansion.map { $0.hasBehavior ? "x" : "y" } ?? "")
      + (load.isRequested ? "r" : "") + String(repeating: "w", count: load.waiters.count)
      + (load.isSlow ? "~" : "") + (load.hasArrived ? "!" : "")
      + (previous.isEmpty ? "" : "(\(previous))")
  }
}
