import AgentAPI
import Foundation
import Localization
import Terminal
import Testing

@testable import vault

/// An agent with an inbox in memory, whose news a test makes.
final class MemoryAgent: AgentLink {
  var rows: [InboxRow] = []
  var messages: [ChannelMessageRow] = []
  var pushed: [MessageRow] = []
  /// The picture of every item.
  var picture: LivePicture?
  var hasNews = false
  var focus = LiveFocus.unknown
  var notice: String?
  var requests: [any AgentRequest] = []
  let descriptor: Int32 = -1
  /// Who is logged in.
  var owner = "ada"
  /// Whether the agent reaches its server.
  var isConnected = true
  /// Why nobody is.
  var refusal: Failure?
  var channel = ChannelRow(id: UUID(), title: "News", description: "", isJoined: true)
  /// What pictures come on.
  let line = MemoryPictureLine()
  private(set) lazy var pictures = PictureLoader(mayShowImages: true) { [line] in try line.connect() }

  /// Something is pushed.
  func push(
    _ title: String, state: InboxRow.State = .unread, isSilent: Bool = false, verify: Bool = false,
    place: InboxPlace? = nil, hasPicture: Bool = false, kind: String = "task"
  ) {
    let row = InboxRow(
      number: (rows.first?.number ?? 0) + 1, kind: kind, title: title, text: "first\nsecond", state: state,
      hasPicture: hasPicture || picture != nil, needsVerification: verify, receivedAt: Date(timeIntervalSince1970: 0),
      isSilent: isSilent, identity: InboxIdentity(owner: owner, push: UUID()), place: place)
    rows.insert(row, at: 0)
    hasNews = true
  }

  func handle(_ key: Key) { focus.handle(key, wasOpened: false) }

  /// Another user logs in, with an inbox of their own.
  func change(to owner: String, with titles: [String]) {
    (self.owner, rows) = (owner, [])
    for title in titles { push(title) }
    hasNews = true
  }

  func picture(of item: LiveTarget) -> PictureOrWords { picture.map { .picture($0) } ?? .words("[no picture]") }

  func consumeEvents() -> Bool {
    defer { hasNews = false }
    return hasNews
  }

  func run<Request: AgentRequest>(_ request: Request) throws -> Request.Reply {
    if let refusal { throw refusal }
    requests.append(request)
    guard let reply = try answer(request) as? Request.Reply else { throw Failure(.unsupported, "no") }
    return reply
  }

  private func answer(_ request: any AgentRequest) throws -> any Sendable {
    switch request {
    case is ListMessages: return pushed
    case let request as FindPicture: return try place(request.choice)
    case let request as ListInbox:
      let found = rows.filter { $0.number < request.before ?? .max && (request.all == true || !$0.isSilent) }
      return InboxListing(
        items: Array(found.prefix(request.limit)), unreadCount: 0, hasMore: found.count > request.limit, owner: owner)
    case let request as ShowInboxItem:
      return try row(request.number, request.identity) {
        if $0.state == .unread { $0.state = $0.kind == "task" ? .pending : .read }
      }
    case let request as AcceptInboxItem:
      return try row(request.number, request.identity) { $0.state = .accepted }
    case let request as RejectInboxItem:
      return try row(request.number, request.identity) { $0.state = .rejected }
    case is ShowProfile: return ProfileRow(user: UUID(), name: "ada", followerCount: 1, isOwn: true)
    case let request as ShowChannel:
      let found = messages.filter { ($0.number ?? 0) < request.before ?? .max }
      return ChannelHistory(
        channel: channel, messages: Array(found.suffix(request.limit)), hasMore: found.count > request.limit,
        isCurrent: true, isConnected: isConnected)
    case let request as SendChannelMessage:
      let row = ChannelMessageRow(id: UUID(), senderName: "", isOwn: true, text: request.text, state: .sending)
      messages.append(row)
      return row
    default: throw Failure(.unsupported, "no")
    }
  }

  private func place(_ choice: PictureChoice) throws -> PicturePlace {
    let pictured = rows.filter(\.hasPicture)
    let found: InboxRow? =
      switch choice {
      case .lastOpened: pictured.first
      case .item(let number): try row(number, nil) { _ in }
      case .older(let number): pictured.first { $0.number < number }
      case .newer(let number): pictured.last { $0.number > number }
      }
    let position = pictured.firstIndex { $0 == found }.map { $0 + 1 }
    return PicturePlace(item: found, position: position, count: pictured.count)
  }

  private func row(_ number: Int64, _ identity: InboxIdentity?, _ change: (inout InboxRow) -> Void) throws -> InboxRow {
    guard let index = rows.firstIndex(where: { $0.number == number }) else { throw Failure(.usage, "no such item") }
    guard identity == nil || identity == rows[index].identity else { throw Failure(.usage, "another one now") }
    change(&rows[index])
    return rows[index]
  }
}

/// A way to pictures on which they come when a test says so.
final class MemoryPictureLine: PictureLine {
  let descriptor: Int32 = 7
  var orders: [PictureOrder] = []
  /// What comes of the last order; nil while nothing has.
  var result: Result<PictureOrWords, Failure>?
  var connections = 0
  var refusal: Failure?

  func connect() throws -> MemoryPictureLine {
    if let refusal { throw refusal }
    connections += 1
    return self
  }

  func begin(_ order: PictureOrder) {
    orders.append(order)
    result = nil
  }

  func proceed() throws -> PictureOrWords? { try result?.get() }
}

/// A clock that a test moves.
final class TestClock {
  var time = ContinuousClock.now
}

extension LiveView {
  /// The rows as they are drawn.
  mutating func rows(_ rows: Int = 12, _ columns: Int = 60) -> [String] {
    var frame = LiveFrame(rows: rows, columns: columns)
    draw(&frame)
    return frame.texts
  }
}

extension ListQuestion {
  /// The item that a key is meant for.
  var item: LiveTarget? { if case .key(_, let item, _) = self { item } else { nil } }
}
