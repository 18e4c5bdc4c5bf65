internal import AgentAPI
internal import FoundationEssentials
internal import VaultClient

/// A message as `--json` prints it. The keys are stable; new ones may be added.
struct MessageView: Encodable {
  private let number: Int
  private let id: Int32
  private let message: String
  private let senderName: String
  private let receivedAt: Date
  private let sender: InboxSenderView?

  init(_ row: MessageRow) {
    number = row.number
    id = row.id
    message = row.text
    senderName = row.senderName
    receivedAt = row.receivedAt
    sender = row.sender.map(InboxSenderView.init)
  }
}

/// A profile as `--json` prints it.
struct ProfileView: Encodable {
  private struct FollowerView: Encodable {
    let user: String
    let name: String
    let since: Date
  }

  private let user: String
  private let name: String?
  private let followers: Int?
  private let isOwn: Bool
  private let isFollowed: Bool
  private let isFollower: Bool
  private let newFollowers: [FollowerView]
  private let nickname: String?
  private let isFindable: Bool?

  init(_ row: ProfileRow) {
    user = row.user.uuidString.lowercased()
    name = row.name
    followers = row.followerCount
    isOwn = row.isOwn
    isFollowed = row.isFollowed
    isFollower = row.isFollower
    (nickname, isFindable) = (row.nickname, row.isFindable)
    newFollowers = row.newFollowers.map {
      FollowerView(user: $0.user.uuidString.lowercased(), name: $0.name, since: $0.since)
    }
  }
}

/// A list of people as `--json` prints it.
struct PeopleListingView: Encodable {
  private struct PersonView: Encodable {
    let user: String
    let name: String
    let isFollowed: Bool
    let isFollower: Bool
    let isBlocked: Bool
    let nickname: String?
  }

  private let contacts: Int
  private let followers: Int
  private let followed: Int
  private let blocked: Int
  private let people: [PersonView]

  init(_ listing: PeopleListing) {
    (contacts, followers, followed, blocked) = (listing.contacts, listing.followers, listing.followed, listing.blocked)
    people = listing.people.map {
      PersonView(
        user: $0.user.uuidString.lowercased(), name: $0.name, isFollowed: $0.isFollowed, isFollower: $0.isFollower,
        isBlocked: $0.isBlocked, nickname: $0.nickname)
    }
  }
}
