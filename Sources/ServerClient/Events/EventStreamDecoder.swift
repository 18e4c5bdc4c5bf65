/// Decodes a stream of server-sent events, byte by byte as they come (WHATWG HTML, section 9.2.5 "Parsing an event stream" and
/// section 9.2.6 "Interpreting an event stream"). Pure; what an unfinished event has at the end of the stream is never given out.
public struct EventStreamDecoder: Sendable {
  /// One event.
  public struct Event: Equatable, Sendable {
    /// Its type: the field `event`, or `message`.
    public var name: String
    /// Its fields `data`, joined by line feeds.
    public var data: String
    /// The newest field `id` of the stream so far; empty where there was none.
    public var lastEventID: String

    /// Describes an event.
    public init(name: String = "message", data: String, lastEventID: String = "") {
      self.name = name
      self.data = data
      self.lastEventID = lastEventID
    }
  }

  /// Why a stream was refused.
  public enum Failure: Error, Equatable {
    /// A line is longer than the limit.
    case lineTooLong
    /// An event's fields are longer than the limit.
    case eventTooLong
  }

  private enum Position {
    case start(matched: Int)
    case line, afterCarriageReturn
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let limit: Int
  private var position = Position.start(matched: 0)
  private var line: [UInt8] = []
  private var fields = EventFields()
  private var failure: Failure?

  /// How many milliseconds the server asks a client to wait before it comes back; nil where it said nothing.
  public var reconnectionTime: Int64? { fields.reconnectionTime }

  /// Begins a stream.
  ///
  /// - Parameter limit: the most bytes of a line, and of all fields of an event.
  public init(limit: Int = ServerClientLimits.eventByteCount) { self.limit = limit }

  /// Decodes the next bytes.
  ///
  /// - Returns: the events that they complete, in their order.
  /// - Throws: ``Failure`` once the events before it were given out, and again for whatever follows.
  public mutating func decode(_ bytes: some Sequence<UInt8>) throws(Failure) -> [Event] {
    if let failure { throw failure }
    var events: [Event] = []
    var rest = Array(bytes)[...]
    do {
      passByteOrderMark(&rest)
      while !rest.isEmpty { if let event = try parseLine(&rest) { events.append(event) } }
    } catch {
      failure = error
      if events.isEmpty { throw error }
    }
    return events
  }

  /// The decoding of UTF-8 drops one byte order mark at the very beginning. Bytes that only look like its beginning are kept.
  private mutating func passByteOrderMark(_ rest: inout ArraySlice<UInt8>) {
    while case .start(let matched) = position, let byte = rest.first {
      guard byte == Self.byteOrderMark[matched] else {
        line += Self.byteOrderMark.prefix(matched)
        position = .line
        return
      }
      rest.removeFirst()
      position = matched + 1 == Self.byteOrderMark.count ? .line : .start(matched: matched + 1)
    }
  }

  /// Consumes bytes up to the end of a line, or all there are.
  private mutating func parseLine(_ rest: inout ArraySlice<UInt8>) throws(Failure) -> Event? {
    // A carriage return ends a line at once; whether a line feed belongs to it shows with the next byte.
    if case .afterCarriageReturn = position {
      position = .line
      if rest.first == 0x0A {
        rest.removeFirst()
        return nil
      }
    }
    let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D }
    let part = rest[..<(end ?? rest.endIndex)]
    guard line.count + part.count <= limit else { throw .lineTooLong }
    guard let end else {
      line += part
      rest = []
      return nil
    }
    if rest[end] == 0x0D { position = .afterCarriageReturn }
    rest = rest[(end + 1)...]
    defer { line.removeAll(keepingCapacity: true) }
    return try line.isEmpty ? fields.parse(part, limit: limit) : fields.parse((line + part)[...], limit: limit)
  }
}

/// The buffers that the lines of a stream are interpreted with.
private struct EventFields: Sendable {
  private var data: [UInt8] = []
  private var name: [UInt8] = []
  private var lastEventID = ""
  private(set) var reconnectionTime: Int64?

  /// Interprets a line.
  ///
  /// - Returns: the event that it completes.
  mutating func parse(_ line: ArraySlice<UInt8>, limit: Int) throws(EventStreamDecoder.Failure)
    -> EventStreamDecoder.Event?
  {
    guard let first = line.first else { return dispatched() }
    // A comment.
    guard first != UInt8(ascii: ":") else { return nil }
    let field = line.prefix { $0 != UInt8(ascii: ":") }
    var value = line[field.endIndex...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    set(field, value)
    guard data.count + name.count <= limit else { throw .eventTooLong }
    return nil
  }

  private mutating func set(_ field: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    if field.elementsEqual("data".utf8) {
      data += value
      data.append(0x0A)
    } else if field.elementsEqual("event".utf8) {
      name = Array(value)
    } else if field.elementsEqual("id".utf8) {
      if !value.contains(0) { lastEventID = String(decoding: value, as: UTF8.self) }
    } else if field.elementsEqual("retry".utf8) {
      setReconnectionTime(value)
    }
  }

  /// Digits alone; a number too large to be kept is as large as one can be.
  private mutating func setReconnectionTime(_ value: ArraySlice<UInt8>) {
    guard !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
    reconnectionTime = Int64(String(decoding: value, as: UTF8.self)) ?? .max
  }

  /// The event that ends with an empty line; none without data, though its id is kept.
  private mutating func dispatched() -> EventStreamDecoder.Event? {
    defer {
      data.removeAll(keepingCapacity: true)
      name.removeAll(keepingCapacity: true)
    }
    guard !data.isEmpty else { return nil }
    return EventStreamDecoder.Event(
      name: name.isEmpty ? "message" : String(decoding: name, as: UTF8.self),
      data: String(decoding: data.dropLast(), as: UTF8.self), lastEventID: lastEventID)
  }
}
