internal import AgentAPI
internal import Terminal

extension LiveList {
  /// Draws the list.
  ///
  /// - Returns: the pictures of the items that are seen, where the terminal may show images.
  func drawList(_ frame: inout LiveFrame) -> [PictureOrder] {
    frame.set(0, LiveText(Source.title, paint: style.bold))
    if items.isEmpty { frame.set(2, LiveText(Source.emptiness, paint: style.dim)) }
    var row = 2
    var orders: [PictureOrder] = []
    for (index, item) in items.enumerated().dropFirst(firstShown(frame)) {
      guard row < frame.rows - 1 else { break }
      if item.hasPicture, agent.pictures.showsImages != false { orders.append(Thumbnail.order(item)) }
      let thumbnail = thumbnail(of: item, at: row, frame)
      if let thumbnail { frame.set(thumbnail, row: row, column: Thumbnail.column) }
      let isSelected = index == selected && !selectsNothing
      for line in rows(of: item, isSelected: isSelected, hasThumbnail: thumbnail != nil, columns: frame.columns)
      where row < frame.rows - 1 {
        frame.set(row, line)
        row += 1
      }
    }
    drawFoot(&frame, "↑↓ move  Enter open\(keys)\(Source.hasPictures ? "  Tab picture" : "")  q quit")
    if agent.pictures.showsImages == true { return orders }
    // The first that comes tells whether the terminal shows images.
    let telling = orders.first { if case .words? = agent.pictures[$0] { false } else { true } }
    return telling.map { [$0] } ?? []
  }

  /// The keys that do something with the selected item, unless they are a banner's now.
  private var keys: String {
    items.indices.contains(selected) && !selectsNothing && banner == nil ? items[selected].keys : ""
  }

  /// Draws a picture on all of the screen.
  ///
  /// - Returns: what to load for it.
  func draw(_ pictured: PicturePage, _ frame: inout LiveFrame) -> [PictureOrder] {
    let order = pictured.order(frame)
    pictured.draw(&frame, order.flatMap { agent.pictures[$0] }, style)
    drawFoot(&frame, "← older  → newer  Enter open  Tab list  q \(beginsPictured ? "quit" : "back to the list")")
    return order.map { [$0] } ?? []
  }

  /// Whether there is room for small pictures left of the items.
  private var hasThumbnails: Bool { agent.pictures.showsImages == true && items.contains(where: \.hasPicture) }

  /// An item's small picture, where it has come and can be seen whole.
  private func thumbnail(of item: LiveItem, at row: Int, _ frame: LiveFrame) -> LivePicture? {
    guard hasThumbnails, item.hasPicture, case .picture(let picture)? = agent.pictures[Thumbnail.order(item)],
      picture.rows <= Thumbnail.rows, picture.columns <= Thumbnail.columns, row + Thumbnail.rows < frame.rows,
      banner == nil || row >= Banner.rows
    else { return nil }
    return picture
  }

  /// The first item that is shown, so that the selected one is.
  private func firstShown(_ frame: LiveFrame) -> Int {
    var (first, height) = (selected, 0)
    while first >= 0, items.indices.contains(first) {
      height += rows(of: items[first], isSelected: false, hasThumbnail: false, columns: frame.columns).count
      if height > frame.rows - 3 { return min(first + 1, selected) }
      first -= 1
    }
    return 0
  }

  private func rows(of item: LiveItem, isSelected: Bool, hasThumbnail: Bool, columns: Int) -> [LiveText] {
    let indent = hasThumbnails ? Thumbnail.columns + 1 : 0
    var head = [LiveText.Piece(isSelected ? "> " : "  ", paint: style.bold)]
    if let mark = item.mark { head += [mark.piece(style), LiveText.Piece("  ")] }
    head.append(LiveText.Piece(item.title, paint: isSelected ? style.bold : style.plain))
    if !item.note.isEmpty { head.append(LiveText.Piece("  \(item.note)", paint: style.dim)) }
    let texts = LiveText.wrapped(item.text, columns: columns - indent - 4, limit: 3).filter { !$0.isEmpty }
    let byline = item.byline.isEmpty ? [] : [item.byline]
    let missing = hasThumbnails && item.hasPicture ? max(0, Thumbnail.rows - 1 - byline.count - texts.count) : 0
    let lines = byline + texts + Array(repeating: "", count: missing)
    guard hasThumbnails else { return [LiveText(head)] + lines.map { LiveText("    \($0)", paint: style.dim) } }
    head.insert(Thumbnail.piece(0, of: item, isThere: hasThumbnail, style), at: 1)
    return [LiveText(head)]
      + lines.enumerated().map { row, text in
        let place = Thumbnail.piece(row + 1, of: item, isThere: hasThumbnail, style)
        return LiveText([.init("  "), place, .init("  \(text)", paint: style.dim)])
      }
  }

  func drawFoot(_ frame: inout LiveFrame, _ keys: String) {
    let text = decision.question ?? (message.isEmpty ? agent.notice ?? "" : message)
    frame.set(frame.rows - 1, text.isEmpty ? LiveText(keys, paint: style.dim) : LiveText(text, paint: style.warning))
  }
}

extension LiveItem.Mark {
  fileprivate func piece(_ style: Style) -> LiveText.Piece {
    switch self {
    case .plain(let word): LiveText.Piece(word, paint: style.dim)
    case .strong(let word): LiveText.Piece(word, paint: style.bold)
    case .good(let word): LiveText.Piece(word, paint: style.good)
    case .warning(let word): LiveText.Piece(word, paint: style.warning)
    case .bad(let word): LiveText.Piece(word, paint: style.bad)
    }
  }
}
