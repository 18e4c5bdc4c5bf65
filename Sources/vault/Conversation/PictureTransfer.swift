internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import Terminal

/// What a picture is in a terminal.
enum ShownPicture {
  /// What has to be written, and what is known of it.
  case drawn(String, PictureRow)
  /// A line that stands for it.
  case words(String)
}

/// A picture on its way from the agent.
struct PictureTransfer {
  /// Handles a part of what was asked for.
  typealias PartHandler = (String) throws(TerminalError) -> Void

  /// Whose picture it is.
  let subject: PictureSubject
  private let fetch: (PictureForm, @escaping PartHandler) throws -> PictureRow

  /// Fetches an item's picture with `fetch`, which passes its parts on; it is given up after a few seconds.
  init(
    ofItem number: Int64, _ identity: InboxIdentity?,
    fetch: @escaping (FetchPicture, @escaping PartHandler) throws -> PictureRow
  ) {
    subject = .item(number, identity)
    self.fetch = { form, onPart in
      try fetch(FetchPicture(number: number, form: form, isPrompt: true, identity: identity), onPart)
    }
  }

  /// Fetches it over a connection of its own.
  init(of subject: PictureSubject, _ context: CommandContext) {
    self.subject = subject
    fetch = { form, onPart in
      let client = try context.connect(PreparedAnswers())
      var conversation = TerminalConversation(context: context, answers: PreparedAnswers())
      conversation.onPart = onPart
      switch subject {
      case .item(let number, let identity):
        return try conversation.run(FetchPicture(number: number, form: form, identity: identity), with: client)
      case .channel(let name):
        return try conversation.run(FetchChannelPicture(channel: name, form: form), with: client)
      }
    }
  }

  /// The most bytes of a drawing.
  static let drawingByteCount = 8 << 20

  /// What is known of it.
  func description() throws -> PictureRow { try fetch(.description) { _ throws(TerminalError) in } }

  /// What has to be written to the terminal to show it; empty where the terminal shows none.
  func drawing(in shape: TerminalShape) throws -> (text: String, row: PictureRow) {
    var text = ""
    let row = try fetch(.drawing(shape)) { part throws(TerminalError) in
      if text.utf8.count + part.utf8.count <= Self.drawingByteCount { text += part }
    }
    return (text, row)
  }

  /// The file as it was sent.
  func original() throws -> [UInt8] {
    var bytes: [UInt8] = []
    let row = try fetch(.original) { part throws(TerminalError) in
      guard let data = Data(base64Encoded: part), bytes.count + data.count <= AgentProtocol.maximumPictureByteCount
      else { return }
      bytes += data
    }
    guard bytes.count == row.byteCount else { throw Failure(.badData, "The picture did not arrive whole.") }
    return bytes
  }

  /// The picture for a terminal. One that can't be had is no reason not to read the text: words say why.
  ///
  /// - Parameter shape: nil for a terminal that shows text alone.
  func shown(in shape: TerminalShape?) throws -> ShownPicture {
    let text = PictureText(subject)
    do {
      guard let shape else { return .words(text.placeholder(try description())) }
      let (drawing, row) = try drawing(in: shape)
      return drawing.isEmpty ? .words(text.placeholder(row)) : .drawn(drawing, row)
    } catch let failure as Failure { return .words(PictureText.missing(failure)) }
  }
}

extension CommandContext {
  /// The terminal that pictures are shown at; nil where the output is none, or nothing but text is wanted.
  ///
  /// - Parameters:
  ///   - columns: the most columns that a picture takes.
  ///   - share: how much of the rows it takes at most.
  func pictureShape(columns: Int = .max, share: Double = 1) -> TerminalShape? {
    guard let width = output.columns, let height = output.rows else { return nil }
    return pictureShape(columns: min(width, columns), rows: max(Int(Double(height) * share) - 1, 2))
  }

  /// A part of the terminal that a picture is shown in; nil as above.
  func pictureShape(columns: Int, rows: Int) -> TerminalShape? {
    guard output.isTerminal, output.style.isColoured else { return nil }
    let cell = output.cellSize
    return TerminalShape(
      columns: columns, rows: rows, cellWidth: cell?.width, cellHeight: cell?.height, hasUnicode: writesUTF8,
      environment: pictureEnvironment ?? environment)
  }

  /// Whether pictures are shown once the terminal has said that it shows Sixel: its environment does not tell.
  var mayShowSixel: Bool {
    pictureEnvironment == nil && Self.isUntold(environment) && pictureShape() != nil && output.cellSize != nil
  }

  /// The same context where the terminal has said that it shows Sixel.
  ///
  /// The library that draws knows what terminals show by their names: this one shows Sixel, and nothing else is drawn otherwise.
  var showingSixel: CommandContext {
    var context = self
    context.pictureEnvironment = environment.merging(["TERM": "foot"]) { $1 }
    return context
  }

  /// Whether a terminal calls itself xterm, as many do, and says nothing else of itself. In a multiplexer there are no pictures.
  static func isUntold(_ environment: [String: String]) -> Bool {
    let words = TerminalShape.variables.subtracting(["TERM", "COLORTERM", "COMMAND_MODE", "EAT_SHELL_INTEGRATION_DIR"])
    guard let term = environment["TERM"], term == "xterm" || term.hasPrefix("xterm-256") else { return false }
    return words.allSatisfy { environment[$0] == nil }
  }

  /// As ``pictureShape(columns:share:)``, for a picture above a text.
  var pictureShapeAboveText: TerminalShape? { pictureShape(columns: 60, share: 0.6) }
}

extension TerminalShape {
  /// How many rows an image takes that keeps its proportions and isn't enlarged beyond a cell for a pixel.
  func rowCount(of picture: PictureRow) -> Int {
    let cell = Double(cellWidth ?? 10) / Double(cellHeight ?? 20)
    let width = Double(min(columns, picture.width))
    let fitting = width * cell * Double(picture.height) / Double(max(picture.width, 1))
    return max(1, min(rows, picture.height, Int(fitting.rounded(.up))))
  }

  /// How many columns it takes.
  func columnCount(of picture: PictureRow) -> Int {
    let cell = Double(cellWidth ?? 10) / Double(cellHeight ?? 20)
    let height = Double(min(rows, picture.height))
    let fitting = height / cell * Double(picture.width) / Double(max(picture.height, 1))
    return max(1, min(columns, picture.width, Int(fitting.rounded(.up))))
  }
}
