internal import AgentAPI
internal import ArgumentParser
internal import Localization
internal import Terminal

/// What is done with a picture.
struct PictureOptions: ParsableArguments {
  @Option(help: "Write the file here instead; - for standard output.", completion: .file())
  var save: String?
  @Flag(help: "With --save, replace a file that is there.")
  var force = false
  @Flag(help: .json) var json = false

  /// Whether it is shown, and not saved or described for programs.
  var isShown: Bool { save == nil && !json }

  func validate() throws {
    guard save == nil || !json else { throw ValidationError("--save and --json don't go together.") }
    guard save != nil || !force else { throw ValidationError("--force needs --save.") }
  }

  /// Shows or saves a picture.
  func run(_ transfer: PictureTransfer, _ context: CommandContext) throws {
    let text = PictureText(transfer.subject)
    if let save { return try write(try transfer.original(), of: text, to: save, context) }
    if json {
      return try context.output.json(["picture": PictureView(try transfer.description(), of: transfer.subject)])
    }
    guard let shape = context.pictureShape() else {
      return try context.output.line(text.placeholder(try transfer.description()))
    }
    let (drawing, row) = try transfer.drawing(in: shape)
    if drawing.isEmpty { return try context.output.line(text.placeholder(row)) }
    try context.output.line(drawing)
    try context.output.line(text.caption(row))
  }

  private func write(_ bytes: [UInt8], of text: PictureText, to path: String, _ context: CommandContext) throws {
    guard path != "-" else {
      guard !context.output.isTerminal else {
        throw Failure(.usage, "A picture's bytes are nothing for a terminal.", hint: "Name a file, or use a pipe.")
      }
      return try context.output.write(bytes)
    }
    try NewFile(path: context.absolute(path), replaces: force).write(bytes, context)
    try context.errors.line("Saved \(Escaping.line(path)), the picture of \(text.name).")
  }
}
