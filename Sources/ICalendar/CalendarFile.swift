/// All that a calendar file says (RFC 5545), so that it can be written again without loss.
///
/// The lines are read here and not by libical, which drops the parameters of extensions and properties that it doesn't
/// know, and empty ones; libical is asked for its opinion of the whole and for what dates and rules mean.
public struct CalendarFile: Hashable, Sendable {
  /// The longest file that is read: 1 MiB.
  public static let maximumByteCount = 1 << 20
  /// The most content lines.
  public static let maximumLineCount = 50_000
  /// The most parameters of one property: libical takes the square of their number.
  public static let maximumParameterCount = 100
  /// How deep components may lie in each other.
  public static let maximumDepth = 8

  /// The calendars, one as a rule.
  public var calendars: [CalendarComponent]

  /// Makes a file of calendars.
  init(calendars: [CalendarComponent]) { self.calendars = calendars }

  /// Reads a file. Lines may end with CRLF or LF.
  public init(_ bytes: [UInt8]) throws(CalendarError) {
    try self.init(bytes, maximumByteCount: Self.maximumByteCount, maximumLineCount: Self.maximumLineCount)
  }

  init(_ bytes: [UInt8], maximumByteCount: Int, maximumLineCount: Int) throws(CalendarError) {
    guard bytes.count <= maximumByteCount else { throw .tooLarge }
    guard !bytes.contains(0), let lines = ContentLines.unfold(bytes) else { throw .notText }
    guard lines.count <= maximumLineCount else { throw .tooLarge }
    calendars = try Self.components(of: lines)
    guard calendars.contains(where: { $0.name == "VCALENDAR" }) else { throw .malformed("it has no VCALENDAR") }
    guard calendars.allSatisfy({ $0.name == "VCALENDAR" }) else {
      throw .malformed("a component is outside of its VCALENDAR")
    }
  }

  /// The file's bytes: lines of at most 75 bytes, ended by CRLF.
  public var bytes: [UInt8] { ContentLines.fold(calendars.flatMap(\.lines)) }

  private static func components(of lines: [String]) throws(CalendarError) -> [CalendarComponent] {
    var finished: [CalendarComponent] = []
    var open: [CalendarComponent] = []
    for line in lines {
      let property = CalendarProperty(line: line)
      guard property.parameterCount <= maximumParameterCount else { throw .tooLarge }
      switch property.name {
      case "BEGIN":
        guard open.count < maximumDepth else { throw .tooLarge }
        open.append(CalendarComponent(property.value.uppercased()))
      case "END":
        guard let last = open.popLast(), last.name == property.value.uppercased() else {
          throw .malformed("BEGIN and END don't match")
        }
        if open.isEmpty { finished.append(last) } else { open[open.count - 1].entries.append(.component(last)) }
      default:
        guard !open.isEmpty else { throw .malformed("a line is outside of all components") }
        open[open.count - 1].entries.append(.property(property))
      }
    }
    guard open.isEmpty else { throw .malformed("its end is missing") }
    return finished
  }
}

/// The lines of a file, and what they are folded to (RFC 5545, section 3.1).
enum ContentLines {
  private static let maximumByteCount = 75
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// The unfolded lines; empty ones are left out. Some programs fold inside a character, so that only a whole line is text.
  ///
  /// - Returns: nil where a line is no UTF-8.
  static func unfold(_ bytes: [UInt8]) -> [String]? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    var lines: [[UInt8]] = []
    for piece in body.split(separator: lineFeed) {
      let line = piece.last == carriageReturn ? piece.dropLast() : piece
      guard let first = line.first else { continue }
      if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t"), !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(Array(line))
      }
    }
    let texts = lines.compactMap { String(validating: $0, as: UTF8.self) }
    return texts.count == lines.count ? texts : nil
  }

  /// The bytes of a file of these lines; a character is never cut.
  static func fold(_ lines: [String]) -> [UInt8] {
    var result: [UInt8] = []
    for line in lines {
      var count = 0
      for scalar in line.unicodeScalars {
        let width = UTF8.width(scalar)
        if count + width > maximumByteCount {
          result += [carriageReturn, lineFeed, UInt8(ascii: " ")]
          count = 1
        }
        result += Array(String(scalar).utf8)
        count += width
      }
      result += [carriageReturn, lineFeed]
    }
    return result
  }
}
