internal import AgentAPI
internal import FoundationEssentials
internal import VaultClient

/// A message as `--json` prints it. The keys are stable; new ones may be added.
struct MessageView: Encodable {
  private let number: Int
  private let id: Int32
  private let message: String
  private let senderName: String
  private let receivedAt: String

  init(_ row: MessageRow) {
    number = row.number
    id = row.id
    message = row.text
    senderName = row.senderName
    receivedAt = DateText(row.receivedAt).iso
  }
}

/// A profile as `--json` prints it.
struct ProfileView: Encodable {
  private struct FollowerView: Encodable {
    let user: String
    let name: String
    let since: String
  }

  private let user: String
  private let name: Nullable<String>
  private let followers: Nullable<Int>
  private let isOwn: Bool
  private let isFollowed: Bool
  private let isFollower: Bool
  private let newFollowers: [FollowerView]

  init(_ row: ProfileRow) {
    user = row.user.uuidString.lowercased()
    name = Nullable(row.name)
    followers = Nullable(row.followerCount)
    isOwn = row.isOwn
    isFollowed = row.isFollowed
    isFollower = row.isFollower
    newFollowers = row.newFollowers.map {
      FollowerView(user: $0.user.uuidString.lowercased(), name: $0.name, since: DateText($0.since).iso)
    }
  }
}
