import AgentAPI
import DesktopModel
import Localization
import Testing

@Suite("Small pictures in a list", .timeLimit(.minutes(1)))
@MainActor
struct ThumbnailsTests {
  private let source = OnePixelPictures()
  private let thumbnails: Thumbnails

  init() { thumbnails = Thumbnails(source) }

  /// The numbers of the items whose pictures come, in order.
  private func arrivals(_ count: Int, after act: () -> Void) async -> [Int64] {
    await withCheckedContinuation { continuation in
      var numbers: [Int64] = []
      thumbnails.arrived = { number in
        numbers.append(number)
        if numbers.count == count { continuation.resume(returning: numbers) }
      }
      act()
    }
  }

  @Test("are fetched once, the one that was wanted last first")
  func order() async {
    let items = (1...3).map { OnePixelPictures.item(Int64($0)) }
    let numbers = await arrivals(3) {
      for item in items + items { #expect(thumbnails.picture(of: item) == nil) }
    }
    #expect(numbers == [3, 2, 1] && source.fetched == [3, 2, 1])
    #expect(items.map { thumbnails.picture(of: $0) } == (1...3).map { OnePixelPictures.pixel($0) })
    #expect(source.fetched.count == 3)
  }

  @Test("of items without one are not asked for")
  func none() {
    #expect(thumbnails.picture(of: OnePixelPictures.item(1, hasPicture: false)) == nil)
    #expect(source.fetched.isEmpty)
  }

  @Test(
    "that could not be had are tried again once the list is read anew, and those of items that have gone are let go")
  func refresh() async {
    let (one, two) = (OnePixelPictures.item(1), OnePixelPictures.item(2))
    source.failure = Failure(.tryLater, "It is being fetched.")
    _ = thumbnails.picture(of: one)
    while source.fetched.isEmpty { await Task.yield() }
    #expect(thumbnails.picture(of: one) == nil && source.fetched == [1])
    source.failure = nil
    let first = await arrivals(2) {
      thumbnails.refresh([one, two])
      _ = thumbnails.picture(of: one)
      _ = thumbnails.picture(of: two)
    }
    #expect(Set(first) == [1, 2])
    let again = await arrivals(1) {
      thumbnails.refresh([two])
      #expect(thumbnails.picture(of: one) == nil, "it went with its item")
    }
    #expect(again == [1])
  }

  @Test("are kept for as many items as a high screen shows, those that were used last")
  func bounded() async {
    let items = (1...60).map { OnePixelPictures.item(Int64($0)) }
    _ = await arrivals(60) { for item in items { _ = thumbnails.picture(of: item) } }
    _ = await arrivals(1) { _ = thumbnails.picture(of: OnePixelPictures.item(61)) }
    #expect(items.filter { thumbnails.picture(of: $0) == nil }.count == 1)
  }
}
