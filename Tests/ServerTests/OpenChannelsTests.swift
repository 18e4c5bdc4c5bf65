import Foundation
import NIOCore
import NIOEmbedded
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Channels that devices have open")
struct OpenChannelsTests {
  private let open = OpenChannels()
  private let place = ChannelPlace(id: UUID(), bounds: SequenceBounds(first: 1, highest: 0))
  private let account = UUID()

  /// Notes why the stream on a connection was ended.
  private final class EndingRecorder: ChannelInboundHandler {
    typealias InboundIn = Any
    var reasons: [ChannelClosing.Reason] = []

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .closed(let reason)? = event as? StreamEnding { reasons.append(reason) }
    }
  }

  private func connect() -> (EmbeddedChannel, EndingRecorder) {
    let recorder = EndingRecorder()
    return (EmbeddedChannel(handler: recorder), recorder)
  }

  @Test("the one with the lower number ends, whichever is noted first")
  func order() {
    let (early, late) = (connect(), connect())
    open.open(place, of: account, device: "a", number: 2, on: late.0)
    open.open(place, of: account, device: "a", number: 1, on: early.0)
    #expect(early.1.reasons == [.replaced] && late.1.reasons.isEmpty)
    open.close(1, device: "a")
    #expect(open.devices == ["a"])
    open.notice(["a": 2, "b": 9])
    #expect(late.1.reasons.isEmpty)
    open.notice(["a": 3])
    #expect(late.1.reasons == [.replaced])
    open.close(2, device: "a")
    #expect(open.devices.isEmpty)
  }

  @Test("numbers of one server rise")
  func numbers() {
    let numbers = (0..<3).map { _ in open.nextNumber() }
    #expect(numbers == [1, 2, 3])
  }
}
