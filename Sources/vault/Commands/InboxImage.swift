internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault inbox image`
struct InboxImage: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "image", abstract: "Show or save the picture of an item.",
    discussion: """
      In terminals that show pictures (Kitty's, Sixel and iTerm's protocols) it is one, in others it is drawn with characters. Without
      a terminal, colours (NO_COLOR) or UTF-8 a line says what it is. --save writes the file exactly as it was sent.

      EXAMPLES
        vault inbox image 12
        vault inbox image 12 --save plants.png
        vault inbox image 12 --save - | display
      """)

  @OptionGroup var item: InboxNumber
  @Option(help: "Write the file here instead; - for standard output.", completion: .file())
  var save: String?
  @Flag(help: "With --save, replace a file that is there.")
  var force = false
  @OptionGroup var json: JSONOption

  func validate() throws {
    guard save == nil || !json.isSet else { throw ValidationError("--save and --json don't go together.") }
    guard save != nil || !force else { throw ValidationError("--force needs --save.") }
  }

  func run(in context: CommandContext) throws {
    let transfer = PictureTransfer(context: context, number: item.number)
    if let save { return try write(try transfer.original(), to: save, context) }
    if json.isSet {
      return try context.output.json(["picture": PictureView(try transfer.description(), number: item.number)])
    }
    let text = PictureText(number: item.number)
    guard let shape = context.pictureShape() else {
      return try context.output.line(text.placeholder(try transfer.description()))
    }
    let (drawing, row) = try transfer.drawing(in: shape)
    if drawing.isEmpty { return try context.output.line(text.placeholder(row)) }
    try context.output.line(drawing)
    try context.output.line(text.caption(row))
  }

  private func write(_ bytes: [UInt8], to path: String, _ context: CommandContext) throws {
    guard path != "-" else {
      guard !context.output.isTerminal else {
        throw Failure(.usage, "A picture's bytes are nothing for a terminal.", hint: "Name a file, or use a pipe.")
      }
      return try context.output.write(bytes)
    }
    try NewFile(path: context.absolute(path), replaces: force).write(bytes, context)
    try context.errors.line("Saved \(Escaping.line(path)).")
  }
}
