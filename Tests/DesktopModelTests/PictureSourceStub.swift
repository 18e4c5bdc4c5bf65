import AgentAPI
import DesktopModel
import Foundation
import Localization

/// Pictures of one pixel, each of which says whose it is, of the items that have one; a fetch waits until it is let go on.
@MainActor
final class OnePixelPictures: WholePictureSource {
  /// The newest first.
  var items: [InboxRow] = []
  var lastOpened: Int64?
  var failure: Failure?
  private(set) var fetched: [Int64] = []
  /// The longest sides that were asked for.
  private(set) var sides: [Int] = []
  /// The side of all files, in pixels.
  var fileSide = 1
  /// Called before a picture is handed over.
  var fetching: () async -> Void = {}

  nonisolated init() {}

  static func item(_ number: Int64, hasPicture: Bool = true) -> InboxRow {
    InboxRow(
      number: number, kind: "notice", title: "\(number)", text: "", state: .unread, hasPicture: hasPicture,
      receivedAt: .distantPast)
  }

  static func pixel(_ number: Int64) -> PictureRaster? {
    PictureRaster([0, 0, 0, 1, 0, 0, 0, 1, UInt8(number), 0, 0, 255], side: 1)
  }

  func picture(of item: InboxRow, side: Int, isPrompt: Bool) async throws(Failure) -> PictureRaster {
    fetched.append(item.number)
    sides.append(side)
    await fetching()
    if let failure { throw failure }
    guard let pixel = Self.pixel(item.number) else { throw Failure(.badData, "This is no pixel.") }
    return pixel
  }

  func description(of item: InboxRow) async throws(Failure) -> PictureRow {
    PictureRow(title: item.title, type: "image/png", byteCount: 1, width: fileSide, height: fileSide)
  }

  func save(_ item: InboxRow, to path: String, replaces: Bool) async throws(Failure) {}

  func picture(ofChannel name: String, side: Int) async throws(Failure) -> PictureRaster {
    throw Failure(.usage, "\(name) has no picture.")
  }

  func find(_ choice: PictureChoice) async throws(Failure) -> PicturePlace {
    let pictures = items.filter(\.hasPicture)
    let found =
      switch choice {
      case .lastOpened: pictures.first { $0.number == lastOpened } ?? pictures.first
      case .item(let number): items.first { $0.number == number }
      case .older(let number): pictures.first { $0.number < number }
      case .newer(let number): pictures.last { $0.number > number }
      }
    let position = found.flatMap { found in pictures.firstIndex { $0.number == found.number } }
    return PicturePlace(item: found, position: position.map { $0 + 1 }, count: pictures.count)
  }
}
