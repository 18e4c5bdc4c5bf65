internal import AgentAPI
internal import ArgumentParser
internal import Localization
internal import Terminal

/// `vault inbox image`
struct InboxImage: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "image", abstract: "Show or save the picture of an item.",
    discussion: """
      Without a number it is the picture of the item that you opened last; if you have opened none with a picture, the newest. At a
      terminal that one is shown on the alternate screen: Left and Right lead to older and newer pictures, Enter opens the item, Tab leads to the list, q leaves.

      In terminals that show pictures (Kitty's, Sixel and iTerm's protocols) it is one, in others it is drawn with characters. Without
      a terminal or colours (NO_COLOR) a line says what it is. --save writes the file exactly as it was sent.

      EXAMPLES
        vault inbox image
        vault inbox image 12
        vault inbox image 12 --save plants.png
        vault inbox image 12 --save - | display
      """)

  @Argument(help: "The item's number in the list; without one, the item opened last.")
  var number: Int64?
  @OptionGroup var options: PictureOptions

  func run(in context: CommandContext) throws {
    let show = LiveShow(context: context)
    if number == nil, options.isShown, show.isPossible, context.pictureShape() != nil {
      return try show.run(InboxSource(), showing: .lastOpened)
    }
    guard let subject = try number.map({ .item($0, nil) }) ?? lastOpened(context) else {
      return try reportNone(context)
    }
    try options.run(PictureTransfer(of: subject, context), context)
  }

  private func lastOpened(_ context: CommandContext) throws -> PictureSubject? {
    try context.run(FindPicture(.lastOpened)).item.map { .item($0.number, $0.identity) }
  }

  private func reportNone(_ context: CommandContext) throws {
    guard options.save == nil else {
      throw Failure(.usage, verbatim: PictureText.none, hint: "vault inbox lists what was pushed to you.")
    }
    guard options.json else { return try context.output.line(PictureText.none) }
    try context.output.json(["picture": PictureView?.none])
  }
}
