import Foundation
import NIOHTTP1
import ServerAPI

/// Pictures as far as the server looks at them.
enum SamplePicture {
  /// What an upload is answered with; Swift Testing has a type of the same name.
  typealias Answer = ServerAPI.Attachment

  /// The one of `docs/samples`.
  static func file() throws -> [UInt8] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: root.appending(path: "docs/samples/picture.png")))
  }

  /// The beginning of a PNG, filled up to a length.
  static func png(_ width: Int = 8, _ height: Int = 8, byteCount: Int = 64) -> [UInt8] {
    let sizes = [width, height].flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    let header = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + sizes
    return header + (header.count..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  }

  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 17, 8, 0, 9, 0, 7, 3]
  static let gif = Array("GIF89a".utf8) + [7, 0, 9, 0]
  static let webp =
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [UInt8](repeating: 0, count: 8) + [6, 0, 0, 8, 0, 0]
}

extension RunningServer {
  /// Brings a picture to the server.
  func upload(_ bytes: [UInt8], token: String?, type: String = "application/octet-stream") async throws -> Answer {
    try await send(.POST, "/v1/attachments", bytes: bytes, type: type, token: token)
  }
}
