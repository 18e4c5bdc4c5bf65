internal import FoundationEssentials
internal import HTTPTypes
internal import ServerAPI

/// What the headers of a push say: the idempotency key, and those of APNs that mean something here. Its others are ignored.
struct PushHeaders {
  /// When a push is over, as `apns-expiration` says.
  enum Expiration: Equatable {
    /// At a moment.
    case at(Date)
    /// APNs would try once to deliver it: it is for who is there now.
    case immediate
  }

  /// How long a push that is for now alone lasts, in seconds.
  static let immediateSeconds = 60
  // Years of four digits are all that RFC 3339 has.
  private static let lastSecond = 253_402_300_799

  let idempotencyKey: String?
  let expiration: Expiration?
  let manner: PushManner

  /// - Throws: ``APIFailure`` with 422 for a value that can't be.
  init(_ fields: HTTPFields) throws(APIFailure) {
    idempotencyKey = try Self.text("Idempotency-Key", of: fields, byteCount: ServerLimits.idempotencyKeyByteCount)
    let collapseID = try Self.text("apns-collapse-id", of: fields, byteCount: PushManner.collapseIDByteCount)
    manner = PushManner(collapseID: collapseID, priority: try Self.priority(fields))
    expiration = try Self.expiration(fields)
  }

  private static func text(_ name: String, of fields: HTTPFields, byteCount: Int) throws(APIFailure) -> String? {
    guard let text = value(name, of: fields) else { return nil }
    guard PushManner.isVisible(text, byteCount: byteCount) else {
      throw APIFailure(.invalidField, "\(name) has 1 to \(byteCount) visible ASCII characters")
    }
    return text
  }

  private static func priority(_ fields: HTTPFields) throws(APIFailure) -> PushPriority {
    guard let text = value("apns-priority", of: fields) else { return .usual }
    guard let priority = Int(text).flatMap(PushPriority.init), "\(priority.rawValue)" == text else {
      throw APIFailure(.invalidField, "apns-priority is 10, 5 or 1")
    }
    return priority
  }

  private static func expiration(_ fields: HTTPFields) throws(APIFailure) -> Expiration? {
    guard let text = value("apns-expiration", of: fields) else { return nil }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber, let seconds = Int(text), seconds <= lastSecond else {
      throw APIFailure(.invalidField, "apns-expiration is 0 or a number of seconds since 1970")
    }
    return seconds == 0 ? .immediate : .at(Date(timeIntervalSince1970: Double(seconds)))
  }

  private static func value(_ name: String, of fields: HTTPFields) -> String? {
    HTTPField.Name(name).flatMap { fields[$0] }
  }
}
