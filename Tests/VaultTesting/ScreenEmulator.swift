/// A terminal's screen, for as much of ECMA-48 and xterm as the product writes: what a person would see.
public struct ScreenEmulator: Sendable {
  private typealias Cells = [[Character]]

  /// An image that the terminal shows.
  public struct Image: Equatable, Sendable {
    /// Whether it lies over the text, as Kitty's do; others are in the cells, and are gone when something else is written there.
    public let liesOverText: Bool
    /// Where its upper left corner is, from 0.
    public let row: Int
    /// The same.
    public let column: Int
    /// How many cells it covers, as far as is known.
    public let rows: Int
    /// The same.
    public let columns: Int

    fileprivate func covers(_ row: Int, _ column: Int) -> Bool {
      (self.row..<self.row + rows).contains(row) && (self.column..<self.column + columns).contains(column)
    }
  }

  /// Whether the alternate screen is shown.
  public private(set) var isAlternate = false
  /// Whether text goes on in the next row at the right edge.
  public private(set) var wraps = true
  /// Whether the cursor is seen.
  public private(set) var showsCursor = true
  /// Whether focus changes are reported.
  public private(set) var reportsFocus = false
  /// The images that are shown, the newest last.
  public private(set) var images: [Image] = []
  /// How often the main screen had to scroll.
  public private(set) var scrolled = 0

  private var rows: Int
  private var columns: Int
  private var main: Cells
  private var alternate: Cells
  private var row = 0
  private var column = 0
  private var savedCursor = (0, 0)
  private var pending: [UInt8] = []

  /// An empty screen.
  public init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    main = Cells(repeating: Array(repeating: " ", count: columns), count: rows)
    alternate = main
  }

  /// Another size; both screens are empty then, for the program to draw anew.
  public mutating func resize(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    main = Cells(repeating: Array(repeating: " ", count: columns), count: rows)
    alternate = main
    (row, column, savedCursor, images) = (0, 0, (0, 0), [])
  }

  /// The rows of the screen that is shown, without blanks at their ends.
  public var lines: [String] { Self.text(isAlternate ? alternate : main) }
  /// The rows of the main screen.
  public var mainLines: [String] { Self.text(main) }
  /// The rows of the alternate screen, shown or not.
  public var alternateLines: [String] { Self.text(alternate) }
  /// Everything on both screens.
  public var everything: String { (mainLines + alternateLines).joined(separator: "\n") }

  private static func text(_ cells: Cells) -> [String] {
    cells.map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
  }

  /// Shows output.
  public mutating func feed(_ bytes: [UInt8]) {
    pending += bytes
    while let count = step() { pending.removeFirst(count) }
  }

  /// Takes the first thing in the buffer; nil when it is incomplete.
  private mutating func step() -> Int? {
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return escape()
    case 0x0A: newline()
    case 0x0D: column = 0
    case 0x08: column = max(0, column - 1)
    case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
    case 0..<0x20: break
    default: return character(first)
    }
    return 1
  }

  private mutating func character(_ first: UInt8) -> Int? {
    let count = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard pending.count >= count else { return nil }
    put(Character(String(decoding: pending[..<count], as: UTF8.self)))
    return count
  }

  private mutating func put(_ character: Character) {
    if column >= columns {
      guard wraps else { return set(columns - 1, character) }
      column = 0
      newline()
    }
    set(column, character)
    column += 1
  }

  private mutating func set(_ column: Int, _ character: Character) {
    images.removeAll { !$0.liesOverText && $0.covers(row, column) }
    if isAlternate { alternate[row][column] = character } else { main[row][column] = character }
  }

  private mutating func newline() {
    guard row == rows - 1 else {
      row += 1
      return
    }
    scrolled += 1
    let blank = [Character](repeating: " ", count: columns)
    if isAlternate {
      alternate = Array(alternate.dropFirst()) + [blank]
    } else {
      main = Array(main.dropFirst()) + [blank]
    }
  }

  private mutating func escape() -> Int? {
    guard pending.count >= 2 else { return nil }
    if "_P]".utf8.contains(pending[1]) { return string() }
    guard pending[1] == UInt8(ascii: "[") else { return 2 }
    guard let end = pending[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
    let body = String(decoding: pending[2..<end], as: UTF8.self)
    control(body, Character(Unicode.Scalar(pending[end])))
    return end + 1
  }

  /// A control string, up to its terminator.
  private mutating func string() -> Int? {
    let isOSC = pending[1] == UInt8(ascii: "]")
    var end = 2
    while !(isOSC && pending[end...].first == 7) {
      guard end + 1 < pending.count else { return nil }
      if pending[end] == 0x1B, pending[end + 1] == UInt8(ascii: "\\") { break }
      end += 1
    }
    let body = pending[2..<end]
    let keys = String(decoding: body.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    switch pending[1] {
    case UInt8(ascii: "_") where keys.hasPrefix("G"): kitty(String(keys.dropFirst()))
    case UInt8(ascii: "P") where body.contains(UInt8(ascii: "q")): show(liesOverText: false, rows: 1, columns: 1)
    case UInt8(ascii: "]") where keys == "1337": show(liesOverText: false, rows: 1, columns: 1)
    default: break
    }
    return end + (pending[end] == 7 ? 1 : 2)
  }

  /// Kitty's graphics: an image is shown, or one is deleted by a cell that it covers.
  private mutating func kitty(_ keys: String) {
    var values: [Substring: Substring] = [:]
    for pair in keys.split(separator: ",") { values[pair.prefix { $0 != "=" }] = pair.drop { $0 != "=" }.dropFirst() }
    func number(_ key: Substring) -> Int { values[key].flatMap { Int($0) } ?? 1 }
    switch (values["a"], values["d"]) {
    case ("T", _): show(liesOverText: true, rows: number("r"), columns: number("c"))
    case ("d", "P"): images.removeAll { $0.liesOverText && $0.covers(number("y") - 1, number("x") - 1) }
    default: break
    }
  }

  private mutating func show(liesOverText: Bool, rows: Int, columns: Int) {
    images.append(Image(liesOverText: liesOverText, row: row, column: column, rows: rows, columns: columns))
  }

  private mutating func control(_ body: String, _ final: Character) {
    let numbers = body.drop { $0 == "?" }.split(separator: ";").map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    switch final {
    case "H":
      row = min(rows, max(1, first)) - 1
      column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "A": row = max(0, row - max(1, first))
    case "J":
      if first == 2 { images = [] }
      erase(rows: first == 2 ? 0..<rows : (row + 1)..<rows, restOfRow: first != 2)
    case "K": erase(rows: row..<row, restOfRow: true)
    case "h" where body.hasPrefix("?"): mode(first, true)
    case "l" where body.hasPrefix("?"): mode(first, false)
    default: break
    }
  }

  private mutating func erase(rows range: Range<Int>, restOfRow: Bool) {
    let (oldRow, oldColumn) = (row, column)
    if restOfRow { for column in min(column, columns)..<columns { set(column, " ") } }
    for index in range {
      row = index
      for column in 0..<columns { set(column, " ") }
    }
    (row, column) = (oldRow, oldColumn)
  }

  private mutating func mode(_ number: Int, _ isOn: Bool) {
    switch number {
    case 7: wraps = isOn
    case 25: showsCursor = isOn
    case 1004: reportsFocus = isOn
    case 1049:
      if isOn { savedCursor = (row, column) } else { (row, column) = savedCursor }
      isAlternate = isOn
      images = []
    default: break
    }
  }
}
