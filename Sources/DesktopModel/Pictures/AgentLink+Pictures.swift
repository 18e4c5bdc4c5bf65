public import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import SecretMemory
internal import Synchronization
internal import VaultClient

extension AgentLink: WholePictureSource {
  public func picture(of item: InboxRow, side: Int, isPrompt: Bool) async throws(Failure) -> PictureRaster {
    try await pixels(
      FetchPicture(number: item.number, form: .pixels(side: side), isPrompt: isPrompt, identity: item.identity), side)
  }

  public func description(of item: InboxRow) async throws(Failure) -> PictureRow {
    try await slowConnection.open().send(
      FetchPicture(number: item.number, form: .description, identity: item.identity), UnattendedResponder())
  }

  public func save(_ item: InboxRow, to path: String, replaces: Bool) async throws(Failure) {
    let request = FetchPicture(number: item.number, form: .original, identity: item.identity)
    try await Self.write(request, over: try await slowConnection.open(), to: path, replaces: replaces)
  }

  /// Away from the main actor: a disk may take its time.
  private nonisolated static func write(
    _ request: FetchPicture, over connection: AgentConnection, to path: String, replaces: Bool
  ) async throws(Failure) {
    let writer = try ExportWriter(path, replaces: replaces, isBase64: true)
    do throws(Failure) {
      _ = try await connection.send(request, writer)
      try writer.finish()
    } catch {
      writer.giveUp()
      throw error
    }
  }

  public func picture(ofChannel name: String, side: Int) async throws(Failure) -> PictureRaster {
    try await pixels(FetchChannelPicture(channel: name, form: .pixels(side: side), isPrompt: true), side)
  }

  public func find(_ choice: PictureChoice) async throws(Failure) -> PicturePlace {
    try await send(FindPicture(choice))
  }

  private func pixels(_ request: some AgentRequest, _ side: Int) async throws(Failure) -> PictureRaster {
    let collector = PartCollector(limit: 8 + side * side * 4)
    defer { followers.pictureCame() }
    _ = try await slowConnection.open().send(request, collector)
    guard let picture = PictureRaster(collector.bytes, side: side) else {
      throw Failure(.badData, verbatim: localized("The picture did not arrive whole."), hint: localized("Try again."))
    }
    return picture
  }
}

/// Puts together what comes in parts of base64.
private final class PartCollector: AgentResponder {
  private let limit: Int
  private let collected = Mutex<[UInt8]>([])

  /// - Parameter limit: the most bytes that are taken.
  init(limit: Int) { self.limit = limit }

  var bytes: [UInt8] { collected.withLock { $0 } }

  func part(_ text: String) async throws(Failure) {
    let isWhole = collected.withLock { bytes in
      guard let part = Data(base64Encoded: text), bytes.count + part.count <= limit else { return false }
      bytes += part
      return true
    }
    guard isWhole else { throw Failure(.badData, verbatim: localized("The picture is not what was asked for.")) }
  }
}
