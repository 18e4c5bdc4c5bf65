internal import AgentAPI
internal import Terminal

/// The picture of one item in the middle of the screen; those of older and newer items lie left and right of it.
struct PicturePage {
  /// The first row of the picture: a banner covers none of it.
  private static let top = 3

  /// What a key means for it.
  enum Answer: Equatable {
    /// Another item is shown, or this one still; a sentence says why, or is empty.
    case moved(String)
    /// The key is not for the picture.
    case passed
  }

  private(set) var place: PicturePlace

  /// Shows one of the items that have a picture, or that one.
  init(_ choice: PictureChoice, _ agent: some AgentLink) throws { place = try agent.run(FindPicture(choice)) }

  /// The item; nil where none has a picture.
  var target: LiveTarget? { place.item.map { LiveTarget(number: $0.number, identity: $0.identity) } }

  /// The same item as it is now; another where it is not there any more.
  func refreshed(_ agent: some AgentLink) throws -> PicturePage {
    guard let target else { return try PicturePage(.lastOpened, agent) }
    do {
      let page = try PicturePage(.item(number: target.number), agent)
      return page.target == target ? page : try PicturePage(.lastOpened, agent)
    } catch let failure as Failure where failure.code == .usage { return try PicturePage(.lastOpened, agent) }
  }

  mutating func handle(_ key: Key, _ agent: some AgentLink) throws -> Answer {
    guard key == .left || key == .right else { return .passed }
    guard let number = place.item?.number else { return .moved("") }
    let isOlder = key == .left
    let next: PicturePlace = try agent.run(FindPicture(isOlder ? .older(than: number) : .newer(than: number)))
    guard next.item != nil else { return .moved(isOlder ? "There is no older picture." : "There is no newer picture.") }
    // The next item of another user's inbox is no neighbour.
    guard next.item?.identity?.owner == place.item?.identity?.owner else { return .moved("") }
    place = next
    return .moved("")
  }

  /// What to load for a frame; nil where there is no picture.
  func order(_ frame: LiveFrame) -> PictureOrder? {
    guard let target, place.item?.hasPicture == true else { return nil }
    return PictureOrder(
      subject: .item(target.number, target.identity), columns: frame.columns, rows: Self.height(frame))
  }

  private static func height(_ frame: LiveFrame) -> Int { max(1, frame.rows - top - 2) }

  /// Draws it, all but the last row.
  func draw(_ frame: inout LiveFrame, _ picture: PictureOrWords?, _ style: Style) {
    let item = place.item
    var head = [LiveText.Piece(item?.title ?? "Pictures", paint: style.bold)]
    if let item { head.append(LiveText.Piece("  item \(item.number)", paint: style.dim)) }
    if let position = place.position {
      head.append(LiveText.Piece("  \(position) of \(place.count)", paint: style.dim))
    }
    frame.set(0, LiveText(head))
    switch picture {
    case .picture(let picture) where picture.rows <= Self.height(frame) && picture.columns <= frame.columns:
      let row = Self.top + (Self.height(frame) - picture.rows) / 2
      frame.set(picture, row: row, column: (frame.columns - picture.columns) / 2)
    case .picture: drawPlaceholder("The terminal is too small for it.", &frame, style)
    case .words(let words): drawPlaceholder(words, &frame, style)
    case nil: drawPlaceholder(absence, &frame, style)
    }
  }

  /// Why no picture is there.
  private var absence: String {
    guard let item = place.item else { return PictureText.none }
    return item.hasPicture ? "It is on its way." : "No picture comes with this item."
  }

  private func drawPlaceholder(_ words: String, _ frame: inout LiveFrame, _ style: Style) {
    let texts = LiveText.wrapped(words, columns: min(60, frame.columns), limit: 3)
    let height = Self.height(frame)
    let fits = Placeholder.lines.count + 1 + texts.count <= height && Placeholder.columns <= frame.columns
    let lines = (fits ? Placeholder.lines + [""] : []) + texts
    let first = Self.top + max(0, height - lines.count) / 2
    for (row, line) in lines.enumerated() where row < height {
      let margin = max(0, (frame.columns - LiveText(line).columns) / 2)
      frame.set(first + row, LiveText(String(repeating: " ", count: margin) + line, paint: style.dim))
    }
  }
}

/// A drawing that stands where a picture would, in characters that every terminal has.
private enum Placeholder {
  static let columns = 24
  static let lines = [
    "+----------------------+", "|                .-.   |", "|               (   )  |", #"|     /\         '-'   |"#,
    #"|    /  \    /\        |"#, #"|   /    \  /  \       |"#, #"|  /      \/    \      |"#,
    "+----------------------+",
  ]
}
