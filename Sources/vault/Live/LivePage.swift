internal import AgentAPI
internal import Terminal

/// One item on all of the screen: its picture, and its text, which scrolls.
struct LivePage {
  /// What a key means for it.
  enum Answer: Equatable {
    /// The page has handled it.
    case handled
    /// The way back.
    case back
    /// Something may be done with the item.
    case act(Character)
  }

  /// What it shows: that very item, whatever has its number later.
  let target: LiveTarget
  let source: any LiveSource
  private(set) var details: LiveDetails
  private var picture: LivePicture?
  /// What stands for a picture that can't be shown.
  private var pictureWords: [String] = []
  /// The first row that is shown. A picture is seen whole or not at all.
  private var first = 0
  /// The last row that can be the first, and the rows that there were, when it was drawn last.
  private var (end, height) = (0, 1)
  /// The rows of the picture, where it fits.
  private var pictureRows = 0

  init(_ target: LiveTarget, of source: any LiveSource, _ agent: some AgentLink) throws {
    self.source = source
    details = try source.details(of: target, agent)
    self.target = LiveTarget(number: target.number, identity: details.identity)
    guard details.hasPicture else { return }
    switch try agent.picture(of: self.target) {
    case .picture(let picture): self.picture = picture
    case .words(let words): pictureWords = [words, ""]
    }
  }

  /// What a banner tells of: the item, or who follows.
  init(_ banner: Banner, _ agent: some AgentLink) throws {
    switch banner.place {
    case .profile: try self.init(banner.item, of: ProfileSource(agent), agent)
    case .correspondence: try self.init(LiveTarget(number: banner.item.number), of: CorrespondenceSource(), agent)
    case .messages, .proposals, .unknown, nil: try self.init(banner.item, of: InboxSource(), agent)
    }
  }

  /// The same page with the item as it is now; nil when it is not there any more.
  func refreshed(_ agent: some AgentLink) throws -> LivePage? {
    guard let present = try source.present(target, agent) else { return nil }
    var page = self
    page.details = present
    if !present.hasPicture { (page.picture, page.pictureWords) = (nil, []) }
    return page
  }

  mutating func handle(_ key: Key) -> Answer {
    switch key {
    case .text("q"), .escape, .left, .endOfInput: return .back
    case .up, .text("k"): scroll(by: -1)
    case .down, .text("j"), .enter: scroll(by: 1)
    case .pageUp, .text("b"): scroll(by: -height)
    case .pageDown, .text(" "): scroll(by: height)
    case .home, .text("g"): first = 0
    case .end, .text("G"): first = end
    case .text(let scalar): return .act(Character(scalar))
    default: break
    }
    return .handled
  }

  private mutating func scroll(by count: Int) {
    let target = min(max(0, first + count), end)
    first = target >= pictureRows ? target : count > 0 ? min(pictureRows, end) : 0
  }

  /// Draws it, all but the last row.
  ///
  /// - Parameter isCovered: whether a banner covers the first rows: an image would cover the banner.
  mutating func draw(_ frame: inout LiveFrame, isCovered: Bool, _ style: Style) {
    height = max(1, frame.rows - 2)
    guard !details.areCentred else { return drawCentred(&frame) }
    let rows = (pictureWords + details.lines).flatMap { LiveText.wrapped($0, columns: frame.columns, limit: 5000) }
    let picture = picture.flatMap { $0.rows < height && $0.columns <= frame.columns ? $0 : nil }
    let top = picture?.rows ?? 0
    pictureRows = top
    end = rows.count + top <= height ? 0 : max(top, rows.count + top - height)
    first = min(first, end)
    if first == 0, let picture, !isCovered { frame.set(picture) }
    let start = max(0, first - top)
    for (row, line) in rows.enumerated().dropFirst(start) {
      let place = row - start + (first == 0 ? top : 0)
      guard place < height else { break }
      frame.set(place, LiveText(line, paint: row == pictureWords.count ? style.bold : style.plain))
    }
  }

  private func drawCentred(_ frame: inout LiveFrame) {
    let text = Escaping.line(details.lines.joined(separator: " "))
    for (row, line) in Centred.lines(text, rows: height, columns: frame.columns).enumerated() {
      frame.set(row, LiveText(line))
    }
  }
}
