/// The squares of a QR code while it is drawn.
struct QRCanvas {
  private(set) var squares: [[Bool]]
  /// Those that are the same whatever the text.
  private var isFixed: [[Bool]]
  private let size: Int

  /// - Parameter version: 1 to 6.
  init(version: Int) {
    size = 17 + 4 * version
    let row = [Bool](repeating: false, count: size)
    squares = Array(repeating: row, count: size)
    isFixed = squares
    for index in 0..<size {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
    if version > 1 { drawAlignment(size - 7, size - 7) }
    drawFormat(mask: 0)
  }

  /// Draws the text and what masks it.
  mutating func fill(_ words: [UInt8], mask: Int) {
    var bits: [Bool] = []
    for word in words { for bit in (0..<8).reversed() { bits.append(word >> UInt8(bit) & 1 == 1) } }
    var next = 0
    var isUpward = true
    // Two columns at a time from the right; the one with the pattern of dots is passed over.
    for right in stride(from: size - 1, to: 0, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
      for step in 0..<size {
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where x >= 0 && !isFixed[y][x] {
          squares[y][x] = (next < bits.count && bits[next]) != Self.isInverted(x, y, mask)
          next += 1
        }
      }
      isUpward.toggle()
    }
    drawFormat(mask: mask)
  }

  private static func isInverted(_ x: Int, _ y: Int, _ mask: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  // MARK: What is the same in every code

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return }
    squares[y][x] = isDark
    isFixed[y][x] = true
  }

  private mutating func drawFinder(_ x: Int, _ y: Int) {
    for dy in -4...4 {
      for dx in -4...4 {
        let distance = max(abs(dx), abs(dy))
        set(x + dx, y + dy, distance != 2 && distance != 4)
      }
    }
  }

  private mutating func drawAlignment(_ x: Int, _ y: Int) {
    for dy in -2...2 { for dx in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) } }
  }

  /// Level M and the mask, with error correction, twice.
  private mutating func drawFormat(mask: Int) {
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    func isSet(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
    for bit in 0...5 { set(8, bit, isSet(bit)) }
    set(8, 7, isSet(6))
    set(8, 8, isSet(7))
    set(7, 8, isSet(8))
    for bit in 9..<15 { set(14 - bit, 8, isSet(bit)) }
    for bit in 0..<8 { set(size - 1 - bit, 8, isSet(bit)) }
    for bit in 8..<15 { set(8, size - 15 + bit, isSet(bit)) }
    set(8, size - 8, true)
  }

  // MARK: How hard it is to read

  /// What makes it hard to read, as the standard counts it: runs and blocks of one colour, what looks like a corner, and too much of one colour.
  var penalty: Int {
    let columns = (0..<size).map { x in squares.map { $0[x] } }
    let lines = (squares + columns).reduce(0) { $0 + Self.runs($1) + Self.corners($1) }
    let dark = squares.joined().count { $0 }
    let share = abs(dark * 20 - size * size * 10) / (size * size)
    return lines + blocks + share * 10
  }

  private static func runs(_ line: [Bool]) -> Int {
    var (penalty, count) = (0, 1)
    for index in 1...line.count {
      if index < line.count, line[index] == line[index - 1] {
        count += 1
        continue
      }
      if count >= 5 { penalty += count - 2 }
      count = 1
    }
    return penalty
  }

  private static let corner = [true, false, true, true, true, false, true]

  private static func corners(_ line: [Bool]) -> Int {
    let quiet = [Bool](repeating: false, count: 4)
    return (0...(line.count - 11)).count { start in
      let part = Array(line[start..<(start + 11)])
      return part == corner + quiet || part == quiet + corner
    } * 40
  }

  private var blocks: Int {
    var count = 0
    for y in 1..<size {
      for x in 1..<size {
        let square = squares[y][x]
        if squares[y][x - 1] == square, squares[y - 1][x] == square, squares[y - 1][x - 1] == square { count += 1 }
      }
    }
    return count * 3
  }
}
