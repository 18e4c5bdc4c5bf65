import AgentAPI
import DesktopModel
import Foundation
import Localization
import Testing

@Suite("What two people say about a thing, in the window", .timeLimit(.minutes(1)))
@MainActor
struct FeedbackModelTests {
  private let service = StoredFeedback()
  private let target = FeedbackTarget.item(number: 7, identity: nil)

  private func shown() async -> FeedbackModel {
    let model = FeedbackModel(service)
    model.show(target)
    await until { if case .feedback = model.state { true } else { false } }
    return model
  }

  @Test("is shown as it is here, and then as the server has it")
  func order() async {
    _ = await shown()
    await until { service.asked.prefix(2) == [false, true] }
  }

  @Test("is named as the server names it, where nobody here knows what it is about")
  func titles() async {
    service.title = "Water the plants"
    let model = await shown()
    await until { if case .feedback(let listing) = model.state { listing.title == "Water the plants" } else { false } }
    model.refresh()
    await meanwhile()
    guard case .feedback(let listing) = model.state else { return #expect(Bool(false)) }
    #expect(listing.title == "Water the plants")
  }

  @Test("is commented on, and told")
  func comment() async {
    let model = await shown()
    var told: [String] = []
    model.told = { if case .success(let notice) = $0 { told.append(notice.text) } }
    #expect(await model.comment("Fine.", on: target))
    #expect(service.comments == ["Fine."] && told == ["The comment is sent."])
    #expect(await !model.comment(" \n", on: target))
  }

  @Test("is liked, and the like taken back; what is refused is shown as it is")
  func like() async {
    let model = await shown()
    await model.setLiked(true, target)
    await until { model.isLiked }
    await model.setLiked(false, target)
    await until { !model.isLiked }
    service.failure = Failure(.usage, "You have sent that yourself.")
    var changes = 0
    model.changed = { _ in changes += 1 }
    await model.setLiked(true, target)
    #expect(!model.isLiked && changes > 0)
  }

  @Test("is nothing where nobody can say anything, or another thing is shown")
  func nothing() async {
    let model = await shown()
    model.show(nil)
    #expect(model.state == .nothing && !model.isLiked)
    service.failure = Failure(.usage, "There is nobody to read a comment.")
    model.show(target)
    await meanwhile()
    #expect(model.state == .nothing)
  }

  @Test("is said in words: comments with who and when, likes in one line")
  func words() {
    let date = Date(timeIntervalSince1970: 0)
    let rows = [
      FeedbackRow(isOwn: false, author: "bob", text: "One\nTwo", date: date),
      FeedbackRow(isOwn: true, author: "you", text: nil, date: date),
      FeedbackRow(isOwn: true, author: "you", text: "Three", date: date, isWaiting: true),
      FeedbackRow(isOwn: true, author: "you", text: "Four", date: date, problem: "It is too late."),
    ]
    let summary = FeedbackSummary(rows, now: date)
    let time = MessageTime.text(date, now: date)
    #expect(summary.comments.map(\.text) == ["One\nTwo", "Three", "Four"])
    #expect(
      summary.comments.map(\.byline) == [
        "bob · \(time)", "you (waits here) · \(time)", "you (not taken: It is too late.) · \(time)",
      ])
    #expect(summary.likes == "liked by you")
  }
}

/// Comments and likes as an agent answers about them.
private final class StoredFeedback: FeedbackService {
  // The model asks on the main actor, one question after the other.
  nonisolated(unsafe) var comments: [String] = []
  nonisolated(unsafe) var isLiked = false
  nonisolated(unsafe) var failure: Failure?
  /// What only the server knows.
  nonisolated(unsafe) var title: String?
  nonisolated(unsafe) var asked: [Bool] = []

  @MainActor
  func feedback(about target: FeedbackTarget, asksServer: Bool) async throws(Failure) -> FeedbackListing {
    asked.append(asksServer)
    if let failure { throw failure }
    let like = FeedbackRow(isOwn: true, author: "you", text: nil, date: .distantPast)
    return FeedbackListing(title: asksServer ? title : nil, feedback: isLiked ? [like] : [])
  }

  @MainActor
  func comment(on target: FeedbackTarget, _ text: String) async throws(Failure) -> String {
    if let failure { throw failure }
    comments.append(text)
    return "The comment is sent."
  }

  @MainActor
  func setLike(of target: FeedbackTarget, _ isLiked: Bool) async throws(Failure) -> String {
    if let failure { throw failure }
    self.isLiked = isLiked
    return "Done."
  }
}
