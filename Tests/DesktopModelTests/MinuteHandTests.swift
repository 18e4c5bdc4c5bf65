import DesktopModel
import Foundation
import Testing

@Suite("Times that move on", .timeLimit(.minutes(1)))
@MainActor
struct MinuteHandTests {
  /// Time passes only where it is slept through.
  private final class Time: @unchecked Sendable {
    private let lock = NSLock()
    private var date = Date(timeIntervalSince1970: 600_015)
    private var slept: [Double] = []

    var now: Date { lock.withLock { date } }
    var sleeps: [Double] { lock.withLock { slept } }

    func pass(_ seconds: Double) {
      lock.withLock {
        date += seconds
        slept.append(seconds)
      }
    }
  }

  @Test("once a minute, from each full one on, while somebody looks, and not at all while nobody does")
  func minutes() async {
    let time = Time()
    var count = 0
    var hand: MinuteHand?
    hand = MinuteHand(
      now: { time.now },
      sleep: {
        try Task.checkCancellation()
        time.pass($0)
      },
      moved: {
        count += 1
        if count == 4 { hand?.isSeen = false }
      })
    #expect(count == 0)
    hand?.isSeen = true
    #expect(count == 1, "what has passed meanwhile is shown at once")
    while count < 4 { await Task.yield() }
    #expect(time.sleeps.prefix(3) == [45, 60, 60])
    for _ in 0..<100 { await Task.yield() }
    #expect(count == 4)
  }
}
