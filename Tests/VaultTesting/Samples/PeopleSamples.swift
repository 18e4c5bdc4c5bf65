internal import AgentAPI

extension RequestSamples {
  /// Requests about messages and people.
  static let people: [RequestSample] = [
    RequestSample(
      ListMessages(limit: 2), #"{"messages":{"limit":2}}"#,
      reply: Frozen(
        [messageRow.value],
        "[\(messageRow.json)]"),
      command: CommandSample(
        "messages", "--limit", "2", prints: "m\n",
        json: """
          {"messages":[{"number":1,"id":7,"message":"m","senderName":"s","receivedAt":"2027-01-15T08:00:00Z"}]}
          """)),
    RequestSample(ShowMessage(number: 2), #"{"message":{"number":2}}"#, reply: messageRow),
    RequestSample(
      ShowProfile(user: "4f2a"), #"{"profile":{"user":"4f2a"}}"#,
      reply: Frozen(
        ProfileRow(
          user: uuid, name: "ada", followerCount: 1, isOwn: true,
          newFollowers: [.init(user: uuid, name: "bob", since: date)]),
        """
        {"user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","name":"ada","followerCount":1,"isOwn":true,\
        "isFollowed":false,"isFollower":false,"newFollowers":[{"user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B",\
        "name":"bob","since":1800000000.5}]}
        """)),
    RequestSample(
      FollowUser(user: "4f2a"), #"{"follow":{"user":"4f2a"}}"#, command: CommandSample("follow", "4f2a", prints: "m\n")),
    RequestSample(UnfollowUser(user: "4f2a"), #"{"unfollow":{"user":"4f2a"}}"#),
  ]
}
