import AgentAPI
import Glibc
import LinuxSystem
import Testing

@testable import Clipboard

@Suite("Whoever holds the clipboard")
struct ClipboardHolderTests {
  /// A display on which somebody asks without pause. With one of the answers the vault is locked.
  private final class Asker: Selection {
    let descriptor: Int32 = -1
    let lock: () -> Void
    private(set) var answerCount = 0

    init(_ lock: @escaping () -> Void) { self.lock = lock }

    func handleEvent() -> SelectionTurn {
      answerCount += 1
      if answerCount == 3 { lock() }
      return answerCount < 1000 ? .handled : .lost
    }

    func clear() {}
  }

  @Test("answers nobody after a lock, however much is asked")
  func lock() throws {
    let (own, other) = try UnixSocket.pair()
    let (agent, holder) = (FrameChannel(descriptor: own), FrameChannel(descriptor: other))
    let display = Asker {
      do { try agent.send(AgentMessage.event(.locked(reason: "asked")), deadline: .after(seconds: 5)) } catch {
        Issue.record(error)
      }
    }
    #expect(try ClipboardHolder.hold(display, holder, until: .after(seconds: 60)), "the clipboard is still its own")
    #expect(display.answerCount == 3)
  }

  @Test("answers nobody after its time")
  func deadline() throws {
    let (own, other) = try UnixSocket.pair()
    let agent = FrameChannel(descriptor: own)
    let display = Asker {}
    #expect(try ClipboardHolder.hold(display, FrameChannel(descriptor: other), until: .after(seconds: 0)))
    #expect(display.answerCount == 0)
    withExtendedLifetime(agent) {}
  }
}
