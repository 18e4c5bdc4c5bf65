import DesktopModel
import Testing

@Suite("What is done no more than so often", .timeLimit(.minutes(1)))
@MainActor
struct PaceTests {
  @Test("is done at once, and once more when the moment is over, however often it was asked for")
  func pace() async {
    let (moments, end) = AsyncStream<Void>.makeStream()
    let (sleeps, begun) = AsyncStream<Double>.makeStream()
    var count = 0
    let pace = Pace(
      moment: 0.25,
      sleep: { seconds in
        begun.yield(seconds)
        for await _ in moments { return }
        throw CancellationError()
      }, { count += 1 })
    var slept = sleeps.makeAsyncIterator()
    pace.ask()
    #expect(count == 1)
    #expect(await slept.next() == 0.25)
    for _ in 0..<1000 { pace.ask() }
    #expect(count == 1)
    end.yield()
    #expect(await slept.next() == 0.25)
    #expect(count == 2, "the last one that was asked for is not forgotten")
    end.yield()
    for _ in 0..<100 { await Task.yield() }
    #expect(count == 2)
    pace.ask()
    #expect(count == 3, "whoever has rested does it at once")
    end.finish()
  }
}
