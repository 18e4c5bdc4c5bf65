internal import AgentAPI
internal import FoundationEssentials
internal import VaultClient

/// The inbox as `--json` prints it. The keys are stable; new ones may be added.
struct InboxListingView: Encodable {
  private let items: [InboxView]
  private let unread: Int
  private let hasMore: Bool
  private let older: Int?
  private let lost: [LostItemsView]

  init(_ listing: InboxListing) {
    items = listing.items.map(InboxView.init)
    unread = listing.unreadCount
    hasMore = listing.hasMore
    older = listing.olderCount
    lost = (listing.losses ?? []).map(LostItemsView.init)
  }
}

/// What is lost as `--json` prints it.
struct LostItemsView: Encodable {
  private let channel: String?
  private let title: String?
  private let count: Int

  init(_ loss: LostItems) {
    channel = loss.channel.map { $0.uuidString.lowercased() }
    title = loss.title
    count = loss.count
  }
}

/// An item of the inbox as `--json` prints it.
struct InboxView: Encodable {
  private let number: Int64
  private let kind: String
  private let title: String
  private let text: String
  private let state: String
  private let hasPicture: Bool
  private let dueDate: Date?
  private let isAllDay: Bool
  private let needsVerification: Bool
  private let receivedAt: Date
  private let problem: String?
  private let task: String?
  private let redacted: Bool
  private let sender: InboxSenderView?
  private let decidedBy: String?
  private let thread: String?

  init(_ row: InboxRow) {
    thread = row.thread
    number = row.number
    kind = row.kind
    title = row.title
    text = row.text
    state = row.state.rawValue
    hasPicture = row.hasPicture
    dueDate = row.dueDate
    isAllDay = row.isAllDay ?? false
    needsVerification = row.needsVerification
    receivedAt = row.receivedAt
    problem = row.problem
    task = row.task
    redacted = row.isRedacted ?? false
    sender = row.sender.map(InboxSenderView.init)
    decidedBy = row.isDecidedByNotification == true ? "notification" : nil
  }
}

/// Who sent an item, as `--json` prints it.
struct InboxSenderView: Encodable {
  private let kind: String
  private let name: String
  private let id: String?
  private let nickname: String?

  init(_ sender: InboxSender) {
    (kind, name, id) = (sender.kind, sender.name, sender.id?.uuidString.lowercased())
    nickname = sender.nickname
  }
}

/// A push as `--json` prints it.
struct PushView: Encodable {
  private let id: String
  private let inboxes: Int
  private let decision: String

  init(_ report: PushReport) {
    id = report.id.uuidString.lowercased()
    inboxes = report.inboxCount
    decision = report.decision.rawValue
  }
}

/// A device as `--json` prints it.
struct DeviceView: Encodable {
  private let token: String
  private let name: String
  private let platform: String
  private let lastSeenAt: Date
  private let isThisOne: Bool

  init(_ row: DeviceRow) {
    token = row.token
    name = row.name
    platform = row.platform
    lastSeenAt = row.lastSeenAt
    isThisOne = row.isThisOne
  }
}
