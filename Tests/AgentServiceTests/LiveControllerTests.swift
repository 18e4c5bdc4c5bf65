import AgentAPI
import AgentInbox
import Foundation
import Inbox
import Localization
import ServerAPI
import ServerClient
import Synchronization
import Testing

@testable import AgentService

@Suite("Requests to be told of changes")
struct LiveControllerTests {
  /// A login that goes as it is told to.
  private final class Login: LoginWatching {
    private let watchers = Mutex<[AsyncStream<LoginState.Phase>.Continuation]>([])

    func phases() -> AsyncStream<LoginState.Phase> {
      let (stream, continuation) = AsyncStream.makeStream(of: LoginState.Phase.self)
      continuation.yield(.idle)
      watchers.withLock { $0.append(continuation) }
      return stream
    }

    func change() { for watcher in watchers.withLock({ $0 }) { watcher.yield(.loggingIn) } }
  }

  private static let gone = Failure(.unavailable, "The client has gone.")
  private let stage: InboxStage
  private let front = ForegroundViews()
  private let login = Login()
  private let channel = UUID()

  init() async throws { stage = try await InboxStage() }

  private var controller: LiveController {
    LiveController(
      owners: stage.owners, store: stage.store, front: front, channels: stage.sync, login: login,
      connection: stage.sync)
  }

  private func request(isFront: Bool = true, isOpen: Bool = true) -> ShowLive {
    ShowLive(view: .channel(id: channel), isFront: isFront, isOpen: isOpen)
  }

  @Test("tell of each change until somebody else has logged in, and are in front just as long")
  func changes() async throws {
    let (heard, hearing) = AsyncStream<AgentAPI.Event>.makeStream()
    let conversation = try ScriptedConversation(
      answers: [], heard: { (event) throws(Failure) in hearing.yield(event) })
    let (controller, request) = (controller, request())
    let showing = Task { try await controller.show(request, conversation) }
    var events = heard.makeAsyncIterator()
    #expect(await events.next() == .changed, "whatever changed before")
    #expect(await events.next() == .changed, "how the login stands")
    #expect(front.isAnyInFront && front.openChannels == [channel])
    #expect(stage.log.calls == ["open channel"])
    try await stage.receive(InboxItem.task)
    #expect(await events.next() == .changed)
    login.change()
    #expect(await events.next() == .changed, "the login is a part of what is shown")
    stage.sync.disconnect()
    #expect(await events.next() == .changed, "and so is the connection")
    stage.owners.set(.grace)
    login.change()
    try await showing.value
    #expect(!front.isAnyInFront && front.openChannels.isEmpty)
    #expect(stage.log.calls == ["open channel", "close channel 1"])
    #expect(conversation.events == [AgentAPI.Event](repeating: .changed, count: 5))
  }

  @Test("leave the front when the client goes, or somebody logs out")
  func ends() async throws {
    let leaving = try ScriptedConversation(answers: [], heard: { (_) throws(Failure) in throw Self.gone })
    await #expect(throws: Self.gone) { try await controller.show(request(), leaving) }
    #expect(!front.isAnyInFront && front.openChannels.isEmpty)
    #expect(stage.log.calls == ["open channel", "close channel 1"])
    let owners = stage.owners
    let loggingOut = try ScriptedConversation(answers: [], heard: { (_) throws(Failure) in owners.set(nil) })
    await #expect(throws: ScriptedOwners.nobody) { try await controller.show(request(), loggingOut) }
    #expect(!front.isAnyInFront)
    await #expect(throws: ScriptedOwners.nobody) { try await controller.show(request(), loggingOut) }
    #expect(stage.log.calls.count == 4, "who is not logged in opens nothing")
  }

  @Test("are in front, and have a channel open, only as far as the client says")
  func behind() async throws {
    let front = front
    let conversation = try ScriptedConversation(
      answers: [],
      heard: { (_) throws(Failure) in
        guard !front.isAnyInFront, front.openChannels.isEmpty else { return }
        throw Self.gone
      })
    for request in [request(isFront: false, isOpen: false), ShowLive(view: .inbox, isFront: false, isOpen: true)] {
      await #expect(throws: Self.gone) { try await controller.show(request, conversation) }
    }
    #expect(stage.log.calls.isEmpty)
  }

  @Test("hold a watch open until the client leaves")
  func watch() async throws {
    let controller = controller
    let watching = Task { await controller.watch() }
    watching.cancel()
    await watching.value
  }
}
