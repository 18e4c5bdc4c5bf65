internal import FoundationEssentials
internal import NIOCore
internal import ServerAPI
internal import StrictJSON

extension VaultServerAPI {
  /// A value as the body of a request: JSON, dates as ISO 8601.
  static func json(_ value: some Encodable) throws(ServerClientError) -> HTTPTransport.Body {
    do { return .plain(ByteBuffer(bytes: try JSONEncoding.ofServer.encode(value))) } catch {
      throw ServerClientError(.invalidInput, "it can't be written as JSON")
    }
  }
}

/// The body of `POST /v1/pushes`, in which the payload stands exactly as it was written.
enum PushBody {
  /// What stands around the payload.
  private struct Frame: Encodable {
    var to: Recipient?
    var expiresAt: Date?
    var expiresIn: Int?
  }

  /// Writes the body.
  ///
  /// - Throws: ``ServerClientError/Code/invalidInput`` when the payload is no JSON object or too long.
  static func make(
    payload: String, to recipient: Recipient?, expiresAt: Date?, expiresIn: Int?
  ) throws(ServerClientError) -> HTTPTransport.Body {
    guard payload.utf8.count <= ServerLimits.payloadByteCount else {
      throw ServerClientError(.invalidInput, "a payload has at most \(ServerLimits.payloadByteCount) bytes")
    }
    // Its parts go on as they are, so what is no object must not become part of the frame.
    guard isObject(payload) else { throw ServerClientError(.invalidInput, "a payload is a JSON object") }
    guard
      case .plain(var body) = try VaultServerAPI.json(Frame(to: recipient, expiresAt: expiresAt, expiresIn: expiresIn))
    else {
      throw ServerClientError(.invalidInput, "it can't be written as JSON")
    }
    let isEmpty = body.readableBytes == 2
    body.moveWriterIndex(to: body.writerIndex - 1)
    body.writeString(isEmpty ? #""payload":"# : #","payload":"#)
    body.writeString(payload)
    body.writeString("}")
    return .plain(body)
  }

  private static func isObject(_ payload: String) -> Bool {
    // The server checks more strictly.
    let limits = JSONLimits(depth: 64, valueCount: .max, markedTextByteCount: .max, markedNameByteCount: .max)
    return (try? JSONDocument(Array(payload.utf8), limits: limits))?.value.members != nil
  }
}
