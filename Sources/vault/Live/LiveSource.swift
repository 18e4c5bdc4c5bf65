internal import AgentAPI
internal import Terminal

/// Which item of a live list is meant.
struct LiveTarget: Equatable {
  /// What it is known by.
  let number: Int64
  /// What it is, whatever its number; nil for the item that has that number now.
  var identity: InboxIdentity?

  /// Whether it is the same item, which may have become empty.
  func isStill(_ present: LiveTarget) -> Bool {
    guard number == present.number, let identity, let other = present.identity else { return number == present.number }
    return identity.isStill(other)
  }
}

/// An item of a live list.
struct LiveItem: Equatable {
  /// What it is known by.
  let number: Int64
  let title: String
  let text: String
  /// A word in a colour that says the same, before the title; nil for none.
  var mark: Mark?
  /// What else stands after the title.
  var note = ""
  /// What stands below the title, in a line of its own; empty for nothing.
  var byline = ""
  /// What it is, whatever its number; nil where numbers never change hands.
  var identity: InboxIdentity?
  /// Whether a picture comes with it.
  var hasPicture = false
  /// The keys that do something with it, for the last row.
  var keys = ""

  var target: LiveTarget { LiveTarget(number: number, identity: identity) }

  /// A state in one word.
  enum Mark: Equatable {
    case plain(String)
    case strong(String)
    case good(String)
    case warning(String)
    case bad(String)
  }
}

/// One item, whole.
struct LiveDetails: Equatable {
  /// As they were written.
  var lines: [String]
  /// Whether there is a picture to stand above them.
  var hasPicture = false
  /// Whether they stand in the middle of the screen.
  var areCentred = false
  /// What the item is, whatever its number.
  var identity: InboxIdentity?
  /// The keys that do something with it, for the last row.
  var keys = ""
}

/// Where a live list has its items from, and what can be done with them.
protocol LiveSource {
  /// What is shown.
  static var view: ShowLive.View { get }
  /// What it is called, above the list.
  static var title: String { get }
  /// What the list says when there is nothing.
  static var emptiness: String { get }
  /// Whether its items are those of the inbox, which may have pictures.
  static var hasPictures: Bool { get }

  /// The newest items, newest first.
  func items(_ limit: Int, _ agent: some AgentLink) throws -> [LiveItem]
  /// One item, whole, which counts as read from then on.
  func details(of item: LiveTarget, _ agent: some AgentLink) throws -> LiveDetails
  /// One item that was opened before, as it is now; nil when it is not there any more.
  func present(_ item: LiveTarget, _ agent: some AgentLink) throws -> LiveDetails?
  /// Does what a key stands for.
  ///
  /// - Parameter isConfirmed: whether the person was asked to press it again, and did.
  func act(
    _ key: Character, on item: LiveTarget, isConfirmed: Bool, _ agent: some AgentLink
  ) throws -> LiveOutcome
  /// Does what a key stands for, on the main screen, where the person can be asked.
  ///
  /// - Returns: a sentence that says what was done.
  func ask(_ key: Character, on item: LiveTarget, in context: CommandContext) throws -> String
}

extension LiveSource {
  static var hasPictures: Bool { false }
}

/// The outcome of a key.
enum LiveOutcome: Equatable {
  /// It stands for nothing.
  case nothing
  /// It was done; a sentence says what.
  case done(String)
  /// The same key has to be pressed again; a sentence says so.
  case confirms(String)
  /// The person has to be asked first, on the main screen.
  case asks
}

/// Something that the person has to be asked about on the main screen.
protocol LiveQuestion {
  /// Asks.
  ///
  /// - Returns: a sentence that says what the outcome is.
  func ask(in context: CommandContext) throws -> String
}

/// What a list, or an item over another view, leaves the alternate screen for.
enum ListQuestion: LiveQuestion {
  /// A key whose meaning the person has to be asked about.
  case key(Character, on: LiveTarget, of: any LiveSource)
  /// The messages, live, until the person leaves them.
  case messages

  func ask(in context: CommandContext) throws -> String {
    switch self {
    case .key(let key, let item, let source): return try source.ask(key, on: item, in: context)
    case .messages:
      try LiveShow(context: context).run(MessagesSource())
      return ""
    }
  }
}

/// A view that may have to ask the person on the main screen.
protocol AskingView: LiveView {
  associatedtype Question: LiveQuestion
  /// What to ask; the view has left the alternate screen for that.
  var question: Question? { get }
  /// What of the person's work would be lost with the view, for a line behind it; nil for nothing.
  var unsent: String? { get }
  /// The person was asked; a sentence says what the outcome is.
  mutating func answered(_ words: String) throws
}

extension AskingView {
  /// Nothing: most views have nothing to write in.
  var unsent: String? { nil }
}
