import AgentAPI
import Foundation
import Localization
import Terminal
import Testing

@testable import vault

@Suite("Pictures on their way to a live view")
struct PictureLoaderTests {
  private let line = MemoryPictureLine()
  private let clock = TestClock()

  private func loader(mayShowImages: Bool = true) -> PictureLoader {
    let (line, clock) = (line, clock)
    return PictureLoader(mayShowImages: mayShowImages, connect: { try line.connect() }, now: { clock.time })
  }

  private static func order(_ number: Int64) -> PictureOrder {
    PictureOrder(subject: .item(number, nil), columns: 6, rows: 2)
  }

  private static let kitty = PictureOrWords.picture(
    LivePicture(drawing: "\u{1B}_Ga=T,c=6,r=2;AAAA\u{1B}\\", rows: 2, columns: 6))

  @Test("come one after the other, what is on the screen first, each once")
  func order() throws {
    let loader = loader()
    #expect(loader.deadline == nil && loader.descriptor == -1 && line.connections == 0)
    loader.want([Self.order(1), Self.order(2), Self.order(3)])
    #expect(loader.deadline == clock.time)
    try loader.start()
    try loader.start()
    #expect(line.orders == [Self.order(1)] && loader.deadline == nil && loader.descriptor == 7)
    try loader.wake()
    #expect(loader[Self.order(1)] == nil && loader.showsImages == nil)
    // The person has gone on.
    loader.want([Self.order(3), Self.order(1)])
    line.result = .success(Self.kitty)
    try loader.wake()
    #expect(loader[Self.order(1)] == Self.kitty && loader.showsImages == true)
    line.result = .success(Self.kitty)
    try loader.wake()
    #expect(line.orders == [Self.order(1), Self.order(3)] && line.connections == 1)
    #expect(loader.deadline == nil && loader.descriptor == -1)
  }

  @Test("one that can't be read has its reason for good; one that is not there yet is asked for again")
  func failures() throws {
    let loader = loader()
    loader.want([Self.order(1), Self.order(2), Self.order(3)])
    try loader.start()
    line.result = .failure(Failure(.badData, "It can't be read."))
    try loader.wake()
    #expect(loader[Self.order(1)] == .words("It can't be read."))
    line.result = .failure(Failure(.tryLater, "It is being fetched."))
    try loader.wake()
    #expect(loader[Self.order(2)] == nil)
    line.result = .failure(Failure(.unavailable, "The server can't be reached."))
    try loader.wake()
    #expect(loader[Self.order(3)] == .words("The server can't be reached."))
    #expect(line.connections == 3 && loader.deadline == clock.time + .seconds(5))
    try loader.start()
    #expect(line.orders.count == 3)
    clock.time += .seconds(5)
    for _ in 2...3 {
      try loader.start()
      line.result = .success(Self.kitty)
      try loader.wake()
    }
    #expect(loader[Self.order(2)] == Self.kitty && loader[Self.order(3)] == Self.kitty && loader.deadline == nil)
  }

  @Test("a way that can't be opened is tried again later, and one that is given up brings nothing")
  func connections() throws {
    let loader = loader(mayShowImages: false)
    #expect(loader.showsImages == false)
    line.refusal = Failure(.unavailable, "The agent has gone.")
    loader.want([Self.order(1)])
    try loader.start()
    #expect(line.orders.isEmpty && loader.deadline == clock.time + .seconds(5))
    line.refusal = nil
    clock.time += .seconds(5)
    try loader.start()
    loader.hide()
    line.result = .success(Self.kitty)
    try loader.wake()
    #expect(loader[Self.order(1)] == .words("The agent has gone.") && loader.descriptor == -1)
  }

  @Test("what is not on the screen is forgotten when something changes, or when there is too much")
  func forgetting() throws {
    let loader = loader()
    let large = PictureOrWords.picture(
      LivePicture(drawing: String(repeating: "#", count: 7 << 20), rows: 2, columns: 6))
    for number in 1...4 as ClosedRange<Int64> {
      loader.want([Self.order(number)])
      try loader.start()
      line.result = .success(large)
      try loader.wake()
    }
    #expect((1...4).filter { loader[Self.order($0)] != nil } == [3, 4] && loader.showsImages == false)
    loader.noteChange()
    #expect((1...4).filter { loader[Self.order($0)] != nil } == [3, 4])
    loader.want([Self.order(3)])
    #expect((1...4).filter { loader[Self.order($0)] != nil } == [3])
  }
}
