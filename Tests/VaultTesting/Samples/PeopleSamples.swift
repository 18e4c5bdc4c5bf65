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
    RequestSample(
      ListPeople(kind: .contacts), #"{"people":{"kind":"contacts"}}"#,
      reply: Frozen(
        PeopleListing(
          contacts: 1, followers: 2, followed: 3, blocked: 4,
          people: [
            PersonRow(user: uuid, name: "ada", isFollowed: true, isFollower: true),
            PersonRow(user: uuid, name: "mallory", isFollower: true, isBlocked: true),
          ]),
        """
        {"contacts":1,"followers":2,"followed":3,"blocked":4,"people":[\
        {"user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","name":"ada","isFollowed":true,"isFollower":true,"isBlocked":false},\
        {"user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","name":"mallory","isFollowed":false,"isFollower":true,\
        "isBlocked":true}]}
        """),
      command: CommandSample(
        "people", "contacts",
        prints: """
          ada      4f2a6c1e  contact
          mallory  4f2a6c1e  follows you, blocked
          1 contact, 2 followers, 3 followed, 4 blocked

          """,
        json: """
          {"contacts":1,"followers":2,"followed":3,"blocked":4,"people":[\
          {"user":"4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b","name":"ada","isFollowed":true,"isFollower":true,\
          "isBlocked":false},{"user":"4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b","name":"mallory","isFollowed":false,\
          "isFollower":true,"isBlocked":true}]}
          """)),
    RequestSample(
      ListPeople(after: uuid), #"{"people":{"after":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}"#,
      reply: Frozen(
        PeopleListing(next: uuid),
        """
        {"contacts":0,"followers":0,"followed":0,"blocked":0,"people":[],"next":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}
        """)),
    RequestSample(
      BlockUser(user: "4f2a"), #"{"block":{"user":"4f2a"}}"#,
      command: CommandSample("people", "block", "4f2a", prints: "m\n")),
    RequestSample(
      UnblockUser(user: "4f2a"), #"{"unblock":{"user":"4f2a"}}"#,
      command: CommandSample("people", "unblock", "4f2a", prints: "m\n")),
  ]
}
