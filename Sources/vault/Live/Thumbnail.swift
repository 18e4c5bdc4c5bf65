internal import Terminal

/// A small picture left of an item in a list, where the terminal shows images.
enum Thumbnail {
  /// How many rows it takes; an item with a picture has at least as many.
  static let rows = 2
  /// How many columns it takes.
  static let columns = 6
  /// Where it begins.
  static let column = 2

  /// What to load for an item.
  static func order(_ item: LiveItem) -> PictureOrder {
    PictureOrder(subject: .item(item.number, item.identity), columns: columns, rows: rows)
  }

  /// What stands left of a row of an item's texts.
  ///
  /// - Parameters:
  ///   - row: counted from the item's first.
  ///   - isThere: whether the picture covers it.
  static func piece(_ row: Int, of item: LiveItem, isThere: Bool, _ style: Style) -> LiveText.Piece {
    let isMissing = item.hasPicture && !isThere && row < rows
    return LiveText.Piece(String(repeating: isMissing ? "." : " ", count: columns) + " ", paint: style.dim)
  }
}
