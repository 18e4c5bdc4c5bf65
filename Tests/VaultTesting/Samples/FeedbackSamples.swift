internal import AgentAPI

extension RequestSamples {
  /// Requests about comments, likes and the messages page.
  static let feedback: [RequestSample] = [
    RequestSample(
      Comment(on: .item(number: 7, identity: nil), text: "c"),
      #"{"comment":{"target":{"item":{"number":7}},"text":"c"}}"#,
      command: CommandSample("inbox", "comment", "7", "c", prints: "m\n")),
    RequestSample(
      anotherForm: Comment(on: .proposal(id: "4f2a6c1e"), text: "c"),
      #"{"comment":{"target":{"proposal":{"id":"4f2a6c1e"}},"text":"c"}}"#),
    RequestSample(
      anotherForm: Comment(on: .item(number: 7, identity: InboxIdentity(owner: "o", push: uuid)), text: "c"),
      #"{"comment":{"target":{"item":{"number":7,"identity":{"owner":"o","push":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}},"text":"c"}}"#
    ),
    RequestSample(
      SetLike(.entry(.place(number: 1, kind: .comment)), isLiked: false),
      #"{"setLike":{"target":{"entry":{"_0":{"place":{"number":1,"kind":"comment"}}}},"isLiked":false}}"#,
      command: CommandSample("message", "like", "1", "--kind", "comment", "--undo", prints: "m\n")),
    RequestSample(
      ListFeedback(about: .entry(.id(uuid)), asksServer: true),
      #"{"feedback":{"target":{"entry":{"_0":{"id":{"_0":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}}},"asksServer":true}}"#,
      reply: Frozen(
        FeedbackListing(
          title: "t",
          feedback: [
            FeedbackRow(isOwn: true, author: "you", text: "c", date: date),
            FeedbackRow(isOwn: false, author: "bob (4f2a6c1e)", text: nil, date: date),
            FeedbackRow(isOwn: true, author: "you", text: "d", date: date, isWaiting: true),
            FeedbackRow(isOwn: true, author: "you", text: "e", date: date, problem: "p"),
          ]),
        """
        {"title":"t","feedback":[{"isOwn":true,"author":"you","text":"c","date":1800000000.5},\
        {"isOwn":false,"author":"bob (4f2a6c1e)","date":1800000000.5},\
        {"isOwn":true,"author":"you","text":"d","date":1800000000.5,"isWaiting":true},\
        {"isOwn":true,"author":"you","text":"e","date":1800000000.5,"problem":"p"}]}
        """)),
    RequestSample(
      ListCorrespondence(kind: .comment, limit: 2), #"{"correspondence":{"kind":"comment","limit":2}}"#,
      reply: Frozen(
        CorrespondenceListing(entries: [correspondenceRow.value], askedAt: date),
        #"{"entries":[\#(correspondenceRow.json)],"askedAt":1800000000.5}"#),
      command: CommandSample(
        "messages", "--kind", "comment", "--limit", "2",
        prints: "1  new  2027-01-15 08:00  bob (4f2a6c1e)  commented on your “Water the plants”: c\n",
        json: #"{"entries":[\#(correspondenceView)]}"#)),
    RequestSample(
      anotherForm: ListCorrespondence(limit: 2, isSeen: false, asksServer: false),
      #"{"correspondence":{"limit":2,"isSeen":false,"asksServer":false}}"#),
    RequestSample(
      anotherForm: ListCorrespondence(limit: 2, isSeen: false, namesProposals: true),
      #"{"correspondence":{"limit":2,"isSeen":false,"namesProposals":true}}"#),
    RequestSample(
      ShowCorrespondence(.hint(item: 7), isSeen: false),
      #"{"correspondenceEntry":{"entry":{"hint":{"item":7}},"isSeen":false}}"#,
      reply: correspondenceRow),
  ]

  private static let correspondenceRow = Frozen(
    CorrespondenceRow(
      number: 1, id: uuid, kind: .comment, user: uuid, name: "bob", author: "bob (4f2a6c1e)", text: "c",
      subject: "Water the plants", isAboutOwn: true, push: uuid, date: date, isUnread: true,
      item: 12),
    """
    {"number":1,"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","kind":"comment",\
    "user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","name":"bob","author":"bob (4f2a6c1e)","text":"c",\
    "subject":"Water the plants","isAboutOwn":true,"push":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","date":1800000000.5,\
    "isUnread":true,"item":12}
    """)

  private static let correspondenceView = """
    {"number":1,"id":"4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b","kind":"comment",\
    "user":"4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b","name":"bob","nickname":null,"text":"c","about":"Water the plants",\
    "isAboutOwn":true,"push":"4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b","receivedAt":"2027-01-15T08:00:00Z",\
    "isUnread":true}
    """
}
