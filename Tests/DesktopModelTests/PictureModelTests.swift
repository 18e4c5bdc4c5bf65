import AgentAPI
import DesktopModel
import Foundation
import Localization
import Synchronization
import Testing

@Suite("The picture that is looked at", .timeLimit(.minutes(1)))
@MainActor
struct PictureModelTests {
  private let source = OnePixelPictures()
  private let model: PictureModel

  init() {
    model = PictureModel(source)
    source.items = [3, 2, 1].map { OnePixelPictures.item($0) }
  }

  /// What is shown after the next change.
  private func state(after act: () -> Void) async -> PictureModel.State {
    await withCheckedContinuation { continuation in
      model.changed = { state in
        self.model.changed = { _ in }
        continuation.resume(returning: state)
      }
      act()
    }
  }

  @Test("is that of the item that was opened last, else of the newest one")
  func lastOpened() async {
    #expect(await state { model.refresh() }.number == 3)
    source.lastOpened = 1
    #expect(await state { model.refresh() }.number == 1)
  }

  @Test("is the one that a person has gone on to, until another item is opened")
  func chosen() async {
    #expect(await state { model.refresh() }.number == 3)
    #expect(await state { model.showOlder() }.number == 2)
    source.items.insert(OnePixelPictures.item(4), at: 0)
    #expect(await state { model.refresh() }.position == 3, "it stays, and has another place")
    #expect(await state { model.showNewer() }.number == 3)
    source.lastOpened = 1
    #expect(await state { model.showLastOpened() }.number == 1)
  }

  @Test("is had in all its pixels where the file has more of them, and only while it is shown")
  func finest() async {
    #expect(await state { model.refresh() }.number == 3)
    #expect(await model.finest() == nil && source.sides == [1024], "it is shown whole already")
    source.fileSide = 5000
    #expect(await state { model.showOlder() }.number == 2)
    #expect(model.original?.width == 5000)
    #expect(await model.finest() == OnePixelPictures.pixel(2) && source.sides.last == 4096)
    source.fetching = {
      source.fetching = {}
      _ = await state { model.showOlder() }
    }
    #expect(await model.finest() == nil)
    source.failure = Failure(.unavailable, "No agent.")
    #expect(await model.finest() == nil)
  }

  @Test("is said to be on its way in all its pixels once that takes a while, and no more when it is there")
  func waiting() async {
    let asleep = Continuations()
    let model = PictureModel(source) { _ in try await asleep.wait() }
    var told: [Bool] = []
    model.waitingChanged = { told.append($0) }
    source.fileSide = 5000
    model.refresh()
    await until { model.item != nil }
    // There before anybody wonders.
    _ = await model.finest()
    await until { asleep.isWaiting }
    asleep.end()
    await meanwhile()
    #expect(told.isEmpty)
    source.fetching = {
      await until { asleep.isWaiting }
      asleep.end()
      await until { model.isWaiting }
    }
    #expect(await model.finest() != nil)
    #expect(told == [true, false])
  }

  @Test("goes with its item, or with the item's picture")
  func gone() async {
    source.items = [OnePixelPictures.item(1)]
    #expect(await state { model.refresh() }.number == 1)
    source.items = [OnePixelPictures.item(1, hasPicture: false)]
    #expect(await state { model.refresh() } == .none)
    source.items = []
    source.items.append(OnePixelPictures.item(5))
    #expect(await state { model.refresh() }.number == 5)
  }

  @Test("is none of an item that was declined")
  func declined() async {
    source.lastOpened = 2
    source.items[1].state = .rejected
    #expect(await state { model.refresh() }.number == 3)
    #expect(await state { model.showOlder() }.number == 1)
    #expect(await state { model.showNewer() }.number == 3)
    source.items.removeAll { $0.state != .rejected }
    #expect(await state { model.showLastOpened() } == .none)
  }

  @Test("is not decoded again while it is on the screen")
  func once() async {
    _ = await state { model.refresh() }
    source.items.insert(OnePixelPictures.item(4, hasPicture: true), at: 0)
    source.lastOpened = 3
    #expect(await state { model.refresh() }.number == 3)
    #expect(source.fetched == [3])
  }

  @Test("that can't be had says why, and of which item")
  func failure() async {
    source.failure = Failure(.unavailable, "The server is not there.")
    let failed = await state { model.refresh() }
    #expect(failed == .failed(Failure(.unavailable, "The server is not there."), source.items[0]))
    #expect(model.item == source.items[0])
  }
}

/// A wait that ends when a test says so.
private final class Continuations: Sendable {
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

  var isWaiting: Bool { waiting.withLock { !$0.isEmpty } }

  func wait() async throws {
    await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
    try Task.checkCancellation()
  }

  func end() {
    let ended = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for continuation in ended { continuation.resume() }
  }
}

extension PictureModel.State {
  fileprivate var number: Int64? { if case .shown(_, let place) = self { place.item?.number } else { nil } }
  fileprivate var position: Int? { if case .shown(_, let place) = self { place.position } else { nil } }
}
