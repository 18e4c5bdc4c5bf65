internal import AgentAPI

extension RequestSamples {
  /// Requests about messages and people.
  static let people: [RequestSample] = [
    RequestSample(
      ListMessages(limit: 2), #"{"messages":{"limit":2}}"#,
      reply: Frozen(
        [messageRow.value, sentMessageRow.value],
        "[\(messageRow.json),\(sentMessageRow.json)]"),
      command: CommandSample(
        "messages", "--kind", "jsondata", "--limit", "2", prints: "m\nm\n",
        json: """
          {"messages":[{"number":1,"id":7,"message":"m","senderName":"s","receivedAt":"2027-01-15T08:00:00Z","sender":null},\
          {"number":2,"id":7,"message":"m","senderName":"s","receivedAt":"2027-01-15T08:00:00Z",\
          "sender":{"kind":"program","name":"w","id":null,"nickname":null}}]}
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
    RequestSample(
      FollowUser(user: "4f2a", isAgreed: true), #"{"follow":{"user":"4f2a","isAgreed":true}}"#,
      command: CommandSample("follow", "4f2a", "--yes", prints: "m\n")),
    RequestSample(
      ShowProfile(user: nil), #"{"profile":{}}"#,
      reply: Frozen(
        ProfileRow(user: uuid, isOwn: false, nickname: "Mum", isFindable: true),
        """
        {"user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","isOwn":false,"isFollowed":false,"isFollower":false,\
        "newFollowers":[],"nickname":"Mum","isFindable":true}
        """)),
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
          "isBlocked":false,"nickname":null},{"user":"4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b","name":"mallory",\
          "isFollowed":false,"isFollower":true,"isBlocked":true,"nickname":null}]}
          """)),
    RequestSample(
      ListPeople(after: uuid), #"{"people":{"after":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}"#,
      reply: Frozen(
        PeopleListing(next: uuid),
        """
        {"contacts":0,"followers":0,"followed":0,"blocked":0,"people":[],"next":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}
        """)),
    RequestSample(
      ListPeople(kind: .blocked), #"{"people":{"kind":"blocked"}}"#,
      reply: Frozen(
        PeopleListing(
          contacts: 1,
          people: [
            PersonRow(user: uuid, name: "grace", isFollowed: true, isFollower: true, nickname: "Mum"),
            PersonRow(user: uuid, name: "ada", isFollower: true),
          ]),
        """
        {"contacts":1,"followers":0,"followed":0,"blocked":0,"people":[\
        {"user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","name":"grace","isFollowed":true,"isFollower":true,"isBlocked":false,\
        "nickname":"Mum"},{"user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","name":"ada","isFollowed":false,\
        "isFollower":true,"isBlocked":false}]}
        """),
      command: CommandSample(
        "people", "blocked",
        prints: """
          Mum            contact, known as grace (4f2a6c1e)
          ada  4f2a6c1e  follows you
          1 contact, 0 followers, 0 followed, 0 blocked

          """)),
    RequestSample(
      BlockUser(user: "4f2a"), #"{"block":{"user":"4f2a"}}"#,
      command: CommandSample("people", "block", "4f2a", prints: "m\n")),
    RequestSample(
      UnblockUser(user: "4f2a"), #"{"unblock":{"user":"4f2a"}}"#,
      command: CommandSample("people", "unblock", "4f2a", prints: "m\n")),
    RequestSample(
      NamePerson(user: "4f2a", nickname: "Mum"), #"{"namePerson":{"user":"4f2a","nickname":"Mum"}}"#,
      command: CommandSample("people", "name", "4f2a", "Mum", prints: "m\n")),
    RequestSample(
      NamePerson(user: "4f2a", nickname: nil), #"{"namePerson":{"user":"4f2a"}}"#,
      command: CommandSample("people", "name", "4f2a", "--remove", prints: "m\n")),
    RequestSample(
      SetFindable(isFindable: true), #"{"findable":{"isFindable":true}}"#,
      command: CommandSample("profile", "--findable", "on", prints: "m\n")),
    RequestSample(
      InviteToFollow(), #"{"inviteToFollow":{}}"#, reply: invitation("0123-4567-89ab-cdef-0123-4567-89ab-cdef"),
      command: CommandSample(
        "people", "invite",
        prints: """
          0123-4567-89ab-cdef-0123-4567-89ab-cdef
          Serves once, until 2027-01-15 08:00, by: vault follow CODE

          """,
        json: """
          {"invitations":[{"id":"4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b","createdAt":"2027-01-15T08:00:00Z",\
          "expiresAt":"2027-01-15T08:00:00Z","code":"0123-4567-89ab-cdef-0123-4567-89ab-cdef"}]}
          """)),
    RequestSample(
      ListInvitations(), #"{"invitations":{}}"#,
      reply: Frozen([invitation(nil).value], "[\(invitation(nil).json)]"),
      command: CommandSample(
        "people", "invite", "--list", prints: "4f2a6c1e  made 2027-01-15 08:00  ends 2027-01-15 08:00\n")),
    RequestSample(
      RevokeInvitation(invitation: "4f2a"), #"{"revokeInvitation":{"invitation":"4f2a"}}"#,
      command: CommandSample("people", "invite", "--revoke", "4f2a", prints: "m\n")),
  ]

  private static func invitation(_ code: String?) -> Frozen<InvitationRow> {
    Frozen(
      InvitationRow(id: uuid, createdAt: date, expiresAt: date, code: code),
      """
      {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","createdAt":1800000000.5,"expiresAt":1800000000.5\
      \(code.map { ",\"code\":\"\($0)\"" } ?? "")}
      """)
  }
}
