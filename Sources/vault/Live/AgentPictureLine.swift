internal import AgentAPI
internal import Terminal
internal import VaultClient

/// A connection to the agent on which pictures come.
final class AgentPictureLine: PictureLine {
  private let context: CommandContext
  private let client: AgentClient
  private var shape: TerminalShape?
  private var conversation = QuietConversation { _ throws(TerminalError) in }
  private var drawing = ""

  /// Connects.
  init(_ context: CommandContext) throws {
    self.context = context
    client = try context.connector().connect()
  }

  var descriptor: Int32 { client.eventDescriptor }

  func begin(_ order: PictureOrder) throws {
    drawing = ""
    conversation = QuietConversation { [weak self] part throws(TerminalError) in self?.add(part) }
    shape = context.pictureShape(columns: order.columns, rows: order.rows)
    let form = shape.map { PictureForm.drawing($0) } ?? .description
    switch order.subject {
    case .item(let number, let identity):
      try client.begin(FetchPicture(number: number, form: form, isPrompt: true, identity: identity))
    case .channel(let id): try client.begin(FetchChannelPicture(channel: id, form: form, isPrompt: true))
    }
  }

  private func add(_ part: String) {
    if drawing.utf8.count + part.utf8.count <= PictureTransfer.drawingByteCount { drawing += part }
  }

  func proceed() throws -> PictureOrWords? {
    guard let row: PictureRow = try client.proceed(&conversation) else { return nil }
    guard let shape, !drawing.isEmpty else { return .words(PictureText.description(row)) }
    let (rows, columns) = (shape.rowCount(of: row), shape.columnCount(of: row))
    return .picture(LivePicture(drawing: drawing, rows: rows, columns: columns))
  }
}
