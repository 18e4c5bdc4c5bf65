/// The picture of an item, in parts.
public struct FetchPicture: AgentRequest {
  public typealias Reply = PictureRow
  public static let name = "picture"

  /// The item.
  public var number: Int64
  /// In which form.
  public var form: PictureForm
  /// Whether one that is not here within three seconds is not waited for, and is here a little later:
  /// ``Failure/Code/tryLater``.
  public var isPrompt: Bool
  /// Which item it has to be; nil for whatever has that number.
  public var identity: InboxIdentity?

  /// Makes a request.
  public init(number: Int64, form: PictureForm, isPrompt: Bool = false, identity: InboxIdentity? = nil) {
    self.number = number
    self.form = form
    self.isPrompt = isPrompt
    self.identity = identity
  }
}

/// The picture of a channel, in parts.
public struct FetchChannelPicture: AgentRequest {
  public typealias Reply = PictureRow
  public static let name = "channelPicture"

  /// The channel: its id, or the beginning of its title.
  public var channel: String
  /// In which form.
  public var form: PictureForm
  /// As ``FetchPicture/isPrompt``.
  public var isPrompt: Bool

  /// Makes a request.
  public init(channel: String, form: PictureForm, isPrompt: Bool = false) {
    self.channel = channel
    self.form = form
    self.isPrompt = isPrompt
  }
}

/// An item among those that have a picture.
public struct FindPicture: AgentRequest {
  public typealias Reply = PicturePlace
  public static let name = "findPicture"

  /// Which one.
  public var choice: PictureChoice

  /// Makes a request.
  public init(_ choice: PictureChoice) { self.choice = choice }
}

/// Which item with a picture is meant.
public enum PictureChoice: Codable, Equatable, Sendable {
  /// The one that the user opened last; where none of them was opened, the newest.
  case lastOpened
  /// The one of that number, with a picture or without.
  case item(number: Int64)
  /// The one that came before that number.
  case older(than: Int64)
  /// The one that came after that number.
  case newer(than: Int64)
}

/// An item's place among those that have a picture.
public struct PicturePlace: Codable, Equatable, Sendable {
  /// The item; nil where there is none.
  public var item: InboxRow?
  /// Its place, the newest being 1; nil where it has no picture.
  public var position: Int?
  /// How many items have a picture.
  public var count: Int

  /// Names a place.
  public init(item: InboxRow? = nil, position: Int? = nil, count: Int = 0) {
    self.item = item
    self.position = position
    self.count = count
  }
}

/// In which form a picture is asked for.
public enum PictureForm: Codable, Equatable, Sendable {
  /// Nothing but what is known of it; no part.
  case description
  /// The file as it was sent, in parts of base64.
  case original
  /// What has to be written to a terminal, in parts of text; no part where the terminal shows no pictures.
  case drawing(TerminalShape)
  /// Decoded and made smaller, no side longer than so many pixels, of which ``maximumSide`` are the most, in parts of base64: four bytes
  /// each for width and height, the highest first, then red, green, blue and alpha of each pixel, row by row.
  case pixels(side: Int)

  /// The longest side of decoded pictures, in pixels: 64 MiB at most.
  public static let maximumSide = 4096
}

/// A terminal, as far as a picture is concerned.
public struct TerminalShape: Codable, Equatable, Sendable {
  /// The variables of its environment that tell what it can; nothing else of the environment leaves the client.
  public static let variables: Set<String> = [
    "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TERM_NAME", "TERMINAL_NAME", "VTE_VERSION",
    "KITTY_PID", "MLTERM", "ITERM_SESSION_ID", "LC_TERMINAL", "CONTOUR_PROFILE", "COMMAND_MODE",
    "EAT_SHELL_INTEGRATION_DIR",
    "TMUX", "STY",
  ]
  /// The most bytes of a variable.
  public static let maximumVariableByteCount = 256

  /// How many columns the picture may take.
  public var columns: Int
  /// How many rows the picture may take.
  public var rows: Int
  /// The pixels of a column; nil where the terminal does not say.
  public var cellWidth: Int?
  /// The pixels of a row; nil where the terminal does not say.
  public var cellHeight: Int?
  /// Whether it shows characters beyond ASCII.
  public var hasUnicode: Bool
  /// Those of ``variables`` that are set.
  public var environment: [String: String]

  /// Describes a terminal.
  public init(
    columns: Int, rows: Int, cellWidth: Int? = nil, cellHeight: Int? = nil, hasUnicode: Bool,
    environment: [String: String]
  ) {
    self.columns = columns
    self.rows = rows
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.hasUnicode = hasUnicode
    self.environment = environment.filter { name, value in
      Self.variables.contains(name) && value.utf8.count <= Self.maximumVariableByteCount
    }
  }
}

/// What is known of a picture.
public struct PictureRow: Codable, Equatable, Sendable {
  /// What the item or the channel is called.
  public var title: String
  /// Its media type, for instance `image/png`.
  public var type: String
  /// The bytes of its file.
  public var byteCount: Int
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// Describes a picture.
  public init(title: String, type: String, byteCount: Int, width: Int, height: Int) {
    self.title = title
    self.type = type
    self.byteCount = byteCount
    self.width = width
    self.height = height
  }
}
