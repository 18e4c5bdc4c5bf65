import AgentAPI
import Testing

@testable import AgentService

@Suite("The room of a message")
struct MessageRoomTests {
  private static let half = AgentProtocol.maximumMessageByteCount / 2

  @Test("holds rows up to half of a message, and none after the first that is too long")
  func rows() {
    let lengths = [Self.half / 2, Self.half / 4, Self.half / 2, 1]
    #expect(MessageRoom.prefix(of: lengths) { $0 } == Array(lengths.prefix(2)))
    #expect(MessageRoom.prefix(of: [Self.half, 1]) { $0 }.isEmpty)
    #expect(MessageRoom.prefix(of: [1, 2, 3]) { $0 } == [1, 2, 3])
  }

  @Test("is shared by lists that travel together")
  func shared() {
    var room = MessageRoom()
    #expect(room.fits(Self.half / 2) && room.fits(Self.half / 4))
    #expect(!room.fits(Self.half / 2) && !room.fits(0))
  }
}
