import AgentAPI
import Foundation
import Inbox
import Localization
import PictureFormat
import Pictures
import ServerAPI
import Testing

@testable import AgentService

@Suite("The request for an item's picture")
struct PictureControllerTests {
  /// As far as anybody looks at it.
  private static let gif = Array("GIF89a".utf8) + [7, 0, 9, 0]
  /// Two pixels beside each other.
  private static let pixels: [UInt8] = [0, 0, 0, 2, 0, 0, 0, 1, 255, 0, 0, 255, 0, 0, 255, 128]

  /// Has one picture, at a path.
  private struct Pictures: PictureFetching {
    let path: String
    var drawing = "drawn"
    let log: CallLog
    var gate = Gate()

    private func picture() throws(Failure) -> CachedPicture {
      do {
        let header = try PictureHeader(PictureControllerTests.gif)
        return CachedPicture(path: path, header: header, byteCount: PictureControllerTests.gif.count)
      } catch { throw Failure(.badData, "\(error)") }
    }

    func picture(of entry: InboxEntry, for owner: InboxOwner, within seconds: Double?) throws(Failure) -> CachedPicture
    {
      try picture("picture of \(entry.sequence)", seconds)
    }

    func picture(_ id: UUID, for owner: InboxOwner, within seconds: Double?) throws(Failure) -> CachedPicture {
      try picture("picture \(id)", seconds)
    }

    private func picture(_ name: String, _ seconds: Double?) throws(Failure) -> CachedPicture {
      log.add(name + (seconds.map { " in \($0) s" } ?? ""))
      guard seconds == nil else { throw Failure(.tryLater, "It is being fetched.") }
      return try picture()
    }

    func drawing(of picture: CachedPicture, in shape: TerminalShape) -> String { drawing }

    func pixels(of picture: CachedPicture, side: Int) async throws(Failure) -> PictureRaster {
      await gate.pass()
      guard let decoded = PictureRaster(PictureControllerTests.pixels, side: side) else {
        throw Failure(.badData, "These are no pixels.")
      }
      return decoded
    }
  }

  /// Stays open until somebody closes it.
  private actor Gate {
    private var isOpen = true
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var observers: [(count: Int, CheckedContinuation<Void, Never>)] = []

    func close() { isOpen = false }

    func open() {
      isOpen = true
      for one in waiting { one.resume() }
      waiting = []
    }

    func pass() async {
      guard !isOpen else { return }
      await withCheckedContinuation {
        waiting.append($0)
        for one in observers where waiting.count >= one.count { one.1.resume() }
        observers.removeAll { waiting.count >= $0.count }
      }
    }

    /// Returns once so many wait.
    func wait(for count: Int) async {
      guard waiting.count < count else { return }
      await withCheckedContinuation { observers.append((count, $0)) }
    }
  }

  private let stage: InboxStage

  init() async throws {
    stage = try await InboxStage()
    try await stage.receive(InboxItem.task)
  }

  private var path: String { stage.root.path + "/picture" }

  private func send(
    _ form: PictureForm, of number: Int64 = 1, isPrompt: Bool = false, drawing: String = "drawn",
    to conversation: ScriptedConversation
  ) async throws -> PictureRow {
    try await PictureController(owners: stage.owners, store: stage.store, delivery: delivery(drawing)).send(
      FetchPicture(number: number, form: form, isPrompt: isPrompt), conversation)
  }

  private func delivery(_ drawing: String = "drawn", _ gate: Gate = Gate()) -> PictureDelivery {
    PictureDelivery(
      pictures: Pictures(path: path, drawing: drawing, log: stage.log, gate: gate), large: LargeRequestLimiter())
  }

  @Test("send the picture of a channel, by the beginning of its title, and say where it has none")
  func channels() async throws {
    var news = CatalogueChannel.sample("News")
    let id = UUID()
    news.picture = id
    stage.list(news, .sample("Tea"))
    let conversation = try ScriptedConversation()
    let controller = ChannelPictureController(owners: stage.owners, catalogue: stage.catalogue, delivery: delivery())
    let row = try await controller.send(FetchChannelPicture(channel: "ne", form: .description), conversation)
    #expect(row == PictureRow(title: "News", type: "image/gif", byteCount: Self.gif.count, width: 7, height: 9))
    #expect(stage.log.calls.last == "picture \(id)")
    let none = await #expect(throws: Failure.self) {
      _ = try await controller.send(FetchChannelPicture(channel: "tea", form: .description), conversation)
    }
    #expect(none?.code == .usage && none?.message == "Tea has no picture.")
    let slow = FetchChannelPicture(channel: "news", form: .original, isPrompt: true)
    await #expect(throws: Failure(.tryLater, "It is being fetched.")) {
      _ = try await controller.send(slow, conversation)
    }
  }

  @Test("say what it is, and send nothing unless asked to")
  func description() async throws {
    let conversation = try ScriptedConversation()
    let row = try await send(.description, to: conversation)
    #expect(
      row == PictureRow(title: "Water the plants", type: "image/gif", byteCount: Self.gif.count, width: 7, height: 9))
    #expect(conversation.sent.isEmpty)
  }

  @Test("send the file as it is, in base64, and a drawing as it was drawn, in parts")
  func forms() async throws {
    try Data(Self.gif).write(to: URL(filePath: path))
    let original = try ScriptedConversation()
    _ = try await send(.original, to: original)
    #expect(Data(base64Encoded: original.sent) == Data(Self.gif))
    let shape = TerminalShape(columns: 10, rows: 10, hasUnicode: true, environment: [:])
    let long = String(repeating: "\u{2588}", count: AgentProtocol.maximumPartByteCount)
    let drawn = try ScriptedConversation()
    _ = try await send(.drawing(shape), drawing: long, to: drawn)
    #expect(drawn.sent == long)
    let decoded = try ScriptedConversation()
    _ = try await send(.pixels(side: 2), to: decoded)
    #expect(Data(base64Encoded: decoded.sent) == Data(Self.pixels))
    let none = try ScriptedConversation()
    _ = try await send(.drawing(shape), drawing: "", to: none)
    #expect(none.sent.isEmpty)
  }

  @Test("are two at once where they are large, so that nobody fills the agent's memory with them")
  func large() async throws {
    let gate = Gate()
    let controller = PictureController(owners: stage.owners, store: stage.store, delivery: delivery("", gate))
    let request = FetchPicture(number: 1, form: .pixels(side: 2048))
    await gate.close()
    let first = Task { _ = try await controller.send(request, ScriptedConversation()) }
    let second = Task { _ = try await controller.send(request, ScriptedConversation()) }
    await gate.wait(for: 2)
    let third = await #expect(throws: Failure.self) { _ = try await controller.send(request, ScriptedConversation()) }
    #expect(third?.code == .tryLater)
    await gate.open()
    try await first.value
    try await second.value
    let again = try ScriptedConversation()
    _ = try await controller.send(request, again)
    #expect(Data(base64Encoded: again.sent) == Data(Self.pixels))
  }

  @Test("fail where the file has gone, where somebody does not wait, and where there is no item")
  func refusals() async throws {
    let conversation = try ScriptedConversation()
    let gone = await #expect(throws: Failure.self) { _ = try await send(.original, to: conversation) }
    #expect(gone?.code == .tryLater && gone?.message == "The picture is no longer here.")
    await #expect(throws: Failure(.tryLater, "It is being fetched.")) {
      _ = try await send(.description, isPrompt: true, to: conversation)
    }
    #expect(stage.log.calls == ["picture of 1", "picture of 1 in 3.0 s"])
    let none = await #expect(throws: Failure.self) { _ = try await send(.description, of: 2, to: conversation) }
    #expect(none?.code == .usage && stage.log.calls.count == 2)
    #expect(conversation.sent.isEmpty)
  }
}
