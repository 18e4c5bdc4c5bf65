internal import FoundationEssentials
internal import Hummingbird
internal import NIOCore
internal import PictureFormat
internal import Sealing
internal import ServerAPI

/// Accepts pictures: bounded while they arrive, their type determined by their content.
struct AttachmentService: Sendable {
  let storage: any ServerStorage
  let throttle: SendThrottle
  let gate: UploadLimiter
  /// How many bytes the pictures of one sender may have.
  let quota: Int
  let clock: ServerClock

  /// Accepts the picture that is a request's body.
  ///
  /// - Throws: ``APIFailure``: 403, 413, 415, 422, 429, 503.
  func upload(_ request: Request, from sender: PushSender) async throws -> StoredAttachment {
    try throttle.charge(sender)
    let bytes = try await gate.withPermit(sender) { try await Self.body(of: request) }
    let header: PictureHeader
    do { header = try PictureHeader(bytes) } catch { throw Self.failure(error) }
    let picture = StoredAttachment(
      id: try Self.newID(), uploader: sender, kind: header.kind, byteCount: bytes.count,
      digest: SHA256.digest(of: bytes), createdAt: clock.date())
    guard let stored = try await storage.add(picture, bytes: bytes, quota: quota) else {
      throw APIFailure(
        .quotaExceeded, "your pictures have \(quota >> 20) MiB, which is all there is; they go with their pushes")
    }
    return stored
  }

  /// Everything of the body, or nothing. What is too much is read on and forgotten, for clients that hear nothing before they
  /// have said everything, and cut off where it has no end.
  private static func body(of request: Request) async throws -> [UInt8] {
    let (limit, patience) = (PictureLimits.byteCount, 4 * PictureLimits.byteCount)
    let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    guard announced <= patience else { throw tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(announced <= limit ? max(announced, 0) : 0)
    var count = 0
    for try await part in request.body {
      count += part.readableBytes
      guard count <= patience else { throw tooLarge }
      if count <= limit { bytes.append(contentsOf: part.readableBytesView) } else { bytes = [] }
    }
    guard count <= limit else { throw tooLarge }
    return bytes
  }

  private static var tooLarge: APIFailure {
    APIFailure(.payloadTooLarge, "a picture has at most \(PictureLimits.byteCount >> 20) MiB").closing
  }

  private static func failure(_ problem: PictureProblem) -> APIFailure {
    APIFailure(problem == .unknownKind ? .unsupportedMediaType : .invalidField, "\(problem)")
  }

  /// 122 random bits of the kernel's, in the form of RFC 9562, version 4.
  private static func newID() throws -> UUID {
    var bytes = try SystemRandom.bytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
