import Foundation
import NIOEmbedded
import Testing

@testable import VaultServer

@Suite("A stream on its connection")
struct LiveStreamTests {
  private let figures = StreamMetrics()

  private func stream() -> LiveStream<ChannelCursor> {
    let handler = StreamHandler(StreamStart(format: .eventStream, account: UUID()) { _ in }, on: EmbeddedChannel())
    return LiveStream(
      key: UUID(), connection: handler, cursor: ChannelCursor(sequence: 0), figures: figures
    ) { _ in }
  }

  @Test("is counted as live while it is")
  func counted() throws {
    let stream = stream()
    stream.begin()
    #expect(figures.open.current == 1 && figures.live.current == 0)
    let start = try #require(stream.beginReading())
    #expect(stream.endReading(at: start))
    #expect(figures.open.current == 1 && figures.live.current == 1)
    stream.close()
    #expect(figures.open.current == 0 && figures.live.current == 0)
  }

  @Test("is not counted any more when it closes while somebody reads for it, who stops then")
  func closedWhileReading() throws {
    let stream = stream()
    stream.begin()
    let start = try #require(stream.beginReading())
    stream.close()
    #expect(stream.endReading(at: start))
    #expect(stream.beginReading() == nil)
    #expect(figures.open.current == 0 && figures.live.current == 0)
  }
}
