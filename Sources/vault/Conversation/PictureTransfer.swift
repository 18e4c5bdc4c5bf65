internal import AgentAPI
internal import FoundationEssentials
internal import Terminal

/// A picture of the inbox on its way from the agent.
struct PictureTransfer {
  let context: CommandContext
  /// The item that it comes with.
  let number: Int64

  /// The most bytes of a drawing.
  private static let drawingByteCount = 8 << 20

  /// What is known of it.
  func description() throws -> PictureRow { try run(.description) { _ throws(TerminalError) in } }

  /// What has to be written to the terminal to show it; empty where the terminal shows none.
  func drawing(in shape: TerminalShape) throws -> (text: String, row: PictureRow) {
    var text = ""
    let row = try run(.drawing(shape)) { part throws(TerminalError) in
      if text.utf8.count + part.utf8.count <= Self.drawingByteCount { text += part }
    }
    return (text, row)
  }

  /// The file as it was sent.
  func original() throws -> [UInt8] {
    var bytes: [UInt8] = []
    let row = try run(.original) { part throws(TerminalError) in
      guard let data = Data(base64Encoded: part), bytes.count + data.count <= AgentProtocol.maximumPictureByteCount
      else { return }
      bytes += data
    }
    guard bytes.count == row.byteCount else { throw Failure(.badData, "The picture did not arrive whole.") }
    return bytes
  }

  private func run(_ form: PictureForm, _ take: @escaping (String) throws(TerminalError) -> Void) throws -> PictureRow {
    let client = try context.connect(PreparedAnswers())
    var conversation = TerminalConversation(context: context, answers: PreparedAnswers())
    conversation.takePart = take
    let reply = try conversation.run(.inbox(.picture(number: number, form: form)), with: client)
    guard case .picture(let row) = reply else { throw Failure.unexpectedReply }
    return row
  }
}

extension CommandContext {
  /// The terminal that pictures are shown at; nil where the output is none, or nothing but text is wanted.
  ///
  /// - Parameters:
  ///   - columns: the most columns that a picture takes.
  ///   - share: how much of the rows it takes at most.
  func pictureShape(columns: Int = .max, share: Double = 1) -> TerminalShape? {
    guard output.isTerminal, output.style.isColoured, let width = output.columns, let height = output.rows else {
      return nil
    }
    let cell = output.cellSize
    return TerminalShape(
      columns: min(width, columns), rows: max(Int(Double(height) * share) - 1, 2), cellWidth: cell?.width,
      cellHeight: cell?.height, hasUnicode: writesUTF8, environment: environment)
  }
}
