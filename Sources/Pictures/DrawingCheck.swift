/// Whether what the picture process wrote is a drawing and nothing else: that process has met bytes of others, and what goes
/// to a terminal can do more than draw. Kitty's protocol alone can have it read and remove files.
///
/// | part | may be |
/// |---|---|
/// | text | printable characters and newlines |
/// | `ESC [ … m` | colours and weights |
/// | `ESC [ … b` | a character repeated |
/// | `ESC [ ? 25 l`, `ESC [ ? 25 h` and the like | the cursor hidden and shown, Sixel's scrolling |
/// | `ESC P … q … ESC \` | Sixel, of its characters alone |
/// | `ESC _ G … ESC \` | a Kitty image that comes with the sequence |
/// | `ESC ] 1337 ; File = … BEL` | an iTerm image that comes with the sequence |
struct DrawingCheck {
  private var rest: ArraySlice<UInt8>

  /// Whether the bytes are a drawing.
  static func passes(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var check = DrawingCheck(rest: bytes[...])
    return check.run()
  }

  private mutating func run() -> Bool {
    while let byte = rest.popFirst() {
      switch byte {
      case 0x1B: guard sequence() else { return false }
      case UInt8(ascii: "\n"): continue
      // C1 control characters are 0xC2 with one of these behind.
      case 0xC2: guard let next = rest.first, next >= 0xA0 else { return false }
      case 0x00..<0x20, 0x7F: return false
      default: continue
      }
    }
    return true
  }

  private mutating func sequence() -> Bool {
    switch rest.popFirst() {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "P"): return sixel()
    case UInt8(ascii: "_"): return kitty()
    case UInt8(ascii: "]"): return iTerm()
    default: return false
    }
  }

  private mutating func controlSequence() -> Bool {
    let parameters = text { $0.isDigit || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "?") }
    switch rest.popFirst() {
    case UInt8(ascii: "m"): return !parameters.contains("?")
    case UInt8(ascii: "b"): return (1...4).contains(parameters.count) && parameters.utf8.allSatisfy(\.isDigit)
    case UInt8(ascii: "h"), UInt8(ascii: "l"): return ["?25", "?80", "?8452"].contains(parameters)
    default: return false
    }
  }

  private mutating func sixel() -> Bool {
    _ = text { $0.isDigit || $0 == UInt8(ascii: ";") }
    guard rest.popFirst() == UInt8(ascii: "q") else { return false }
    _ = text { (0x21...0x7E).contains($0) || $0 == UInt8(ascii: "\n") }
    return terminator()
  }

  private mutating func kitty() -> Bool {
    guard rest.popFirst() == UInt8(ascii: "G") else { return false }
    let keys = text { $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ",") }
    // Transmitted and shown (a=T), in the sequence itself (t=d, which is usual): never a file's name.
    let isKnown = keys.split(separator: ",").allSatisfy { part in
      let key = part.prefix { $0 != "=" }
      let value = part.dropFirst(key.count + 1)
      switch key {
      case "a": return value == "T"
      case "t": return value == "d"
      case "f", "s", "v", "c", "r", "m", "q", "C": return value.utf8.allSatisfy(\.isDigit)
      default: return false
      }
    }
    guard isKnown else { return false }
    if rest.first == UInt8(ascii: ";") {
      rest = rest.dropFirst()
      skipBase64()
    }
    return terminator()
  }

  private mutating func iTerm() -> Bool {
    let name = text { $0 != UInt8(ascii: ":") && (0x20...0x7E).contains($0) }
    guard name.hasPrefix("1337;File="), rest.popFirst() == UInt8(ascii: ":") else { return false }
    let fields = name.dropFirst("1337;File=".count).split(separator: ";")
    let keys = Set(fields.map { $0.prefix { $0 != "=" } })
    guard keys.count == fields.count,
      keys.isSubset(of: ["inline", "width", "height", "preserveAspectRatio", "size"]),
      // One that is not inline would be stored as a file.
      fields.contains("inline=1")
    else { return false }
    skipBase64()
    return rest.popFirst() == 0x07
  }

  private mutating func skipBase64() {
    let count = rest.prefix { $0.isDigit || $0.isLetter || "+/=".utf8.contains($0) }.count
    rest = rest.dropFirst(count)
  }

  private mutating func terminator() -> Bool {
    rest.popFirst() == 0x1B && rest.popFirst() == UInt8(ascii: "\\")
  }

  private mutating func text(while isPart: (UInt8) -> Bool) -> String {
    let part = rest.prefix(while: isPart)
    rest = rest.dropFirst(part.count)
    return String(decoding: part, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }
}
