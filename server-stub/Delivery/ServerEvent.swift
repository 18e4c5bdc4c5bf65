internal import FoundationEssentials
internal import Hummingbird
internal import NIOCore
internal import ServerAPI

/// Something that is sent to a user's devices at once.
enum ServerEvent: Sendable {
  /// A new item of the inbox.
  case push(sequence: Int64, PushEventData)
  /// The state of the item of that number has changed; the text is an ``InboxChange``.
  case state(change: Int64, sequence: Int64, ByteBuffer)
  /// A channel that the user is enrolled in has new messages.
  case news(channel: UUID, StreamEvent)

  /// The event of a change.
  ///
  /// - Throws: what encoding throws.
  static func change(_ change: InboxChange) throws -> ServerEvent {
    .state(
      change: change.change, sequence: change.sequence, ByteBuffer(string: try Response.jsonText(change)))
  }
}

/// The data of a `push` event, made once for however many inboxes: only the number differs.
struct PushEventData: Sendable {
  private struct Unexpected: Error {}

  private let beginning: ByteBuffer
  private let end: ByteBuffer

  /// - Throws: what encoding throws.
  init(_ push: StoredPush) throws {
    let item = InboxItem(
      sequence: 0, push: push.id, createdAt: push.createdAt, expiresAt: push.expiresAt, device: push.recipient.device,
      state: .pending, payload: push.payload, priority: push.manner.priority.told, sender: push.signature,
      broadcast: push.recipient.isBroadcast ? true : nil)
    // Keys are sorted, so the number and the state come last.
    let end = #","state":"pending"}"#
    let text = try Response.jsonText(item)
    guard text.hasSuffix(#""sequence":0"# + end) else { throw Unexpected() }
    beginning = ByteBuffer(string: String(text.dropLast(end.count + 1)))
    self.end = ByteBuffer(string: end)
  }

  /// The item as it is in one inbox.
  func data(sequence: Int64) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(beginning.readableBytes + end.readableBytes + 20)
    buffer.writeImmutableBuffer(beginning)
    buffer.writeString(String(sequence))
    buffer.writeImmutableBuffer(end)
    return buffer
  }
}
