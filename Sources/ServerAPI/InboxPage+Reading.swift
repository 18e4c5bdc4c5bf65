internal import CivilTime
internal import FoundationEssentials
public import StrictJSON
internal import VaultModel

/// The counterpart of the writing, quick for the same reason.
extension InboxPage {
  /// How deep, and how many values: what an item has, and room for what newer servers add.
  ///
  /// A payload is read as it came: one that nobody can make sense of must not keep the others from being read.
  private static let limits = JSONLimits(
    depth: 16, valueCount: 1024, markedTextByteCount: ServerLimits.payloadByteCount)

  /// Reads a page; members that are unknown here are passed over.
  ///
  /// - Throws: `JSONError` where it is none.
  public init(json: [UInt8]) throws(JSONError) {
    guard String(validating: json, as: UTF8.self) != nil else { throw JSONError("it is not UTF-8", line: 1) }
    var reader = JSONReader(json, limits: Self.limits)
    var items: [InboxItem]?
    var bounds: SequenceBounds?
    var isFirst = true
    while let name = try reader.nextMember(&isFirst) {
      switch name {
      case "items" where items == nil: items = try Self.items(&reader)
      case "bounds" where bounds == nil: bounds = SequenceBounds(json: try reader.value())
      case "items", "bounds": throw reader.problem("a name occurs twice in an object")
      default: _ = try reader.value()
      }
    }
    try reader.expectEnd()
    guard let items, let bounds else { throw reader.problem("it is not a page of an inbox") }
    self.init(items: items, bounds: bounds)
  }

  private static func items(_ reader: inout JSONReader) throws(JSONError) -> [InboxItem] {
    var items: [InboxItem] = []
    var isFirst = true
    while try reader.nextElement(&isFirst) {
      guard let item = InboxItem(json: try reader.value()) else {
        throw reader.problem("it is not an item of an inbox")
      }
      items.append(item)
    }
    return items
  }
}

extension SequenceBounds {
  fileprivate init?(json: JSONValue) {
    guard let first = json["first"]?.sequenceNumber, let highest = json["highest"]?.sequenceNumber else { return nil }
    self.init(first: first, highest: highest)
  }
}

extension InboxItem {
  fileprivate init?(json: JSONValue) {
    guard let sequence = json["sequence"]?.sequenceNumber, let push = json["push"]?.text.flatMap(UUID.init(text:)),
      let createdAt = json["createdAt"]?.date, let state = json["state"]?.text.flatMap(InboxState.init(rawValue:))
    else { return nil }
    self.init(
      sequence: sequence, push: push, createdAt: createdAt, expiresAt: nil, device: nil, state: state, payload: nil)
    // What is there and of another kind is no item, as for a decoder.
    if let value = json["expiresAt"] {
      guard let date = value.date else { return nil }
      expiresAt = date
    }
    if let value = json["device"] {
      guard let text = value.text else { return nil }
      device = text
    }
    if let value = json["payload"] {
      guard let text = value.text else { return nil }
      payload = text
    }
    if let value = json["redacted"] {
      guard case .bool(let isRedacted) = value else { return nil }
      redacted = isRedacted
    }
    if let value = json["broadcast"] {
      guard case .bool(let isBroadcast) = value else { return nil }
      broadcast = isBroadcast
    }
    if let value = json["sender"] {
      guard let sender = ItemSender(json: value) else { return nil }
      self.sender = sender
    }
    if let value = json["replaced"] {
      guard case .bool(let isReplaced) = value else { return nil }
      replaced = isReplaced
    }
    if let value = json["priority"] {
      guard case .number(let text) = value, let priority = Int(text) else { return nil }
      self.priority = priority
    }
  }
}

extension JSONValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate var sequenceNumber: Int64? {
    guard case .number(let text) = self, let number = Int64(text), (0...SequenceNumber.greatest).contains(number) else {
      return nil
    }
    return number
  }

  /// RFC 3339, with or without fractions of a second.
  fileprivate var date: Date? {
    text.flatMap { MomentText.date($0) }
  }
}
