internal import AgentAPI

extension RequestSamples {
  /// Requests about the inbox.
  static let inbox: [RequestSample] = [
    RequestSample(
      ListInbox(limit: 2, before: 8), #"{"inbox":{"limit":2,"before":8}}"#,
      reply: Frozen(
        InboxListing(
          items: [inboxRow.value], unreadCount: 1, hasMore: true, olderCount: 2, owner: "a b",
          losses: [LostItems(channel: uuid, title: "News", count: 1)]),
        """
        {"items":[\(inboxRow.json)],"unreadCount":1,"hasMore":true,"olderCount":2,"owner":"a b",\
        "losses":[{"channel":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","title":"News","count":1}]}
        """)),
    RequestSample(
      ListInbox(limit: 2, all: true), #"{"inbox":{"limit":2,"all":true}}"#,
      reply: Frozen(
        InboxListing(items: [], unreadCount: 0, hasMore: false), #"{"items":[],"unreadCount":0,"hasMore":false}"#)),
    RequestSample(ReadInboxItems(numbers: [7, 8]), #"{"readInboxItems":{"numbers":[7,8]}}"#),
    RequestSample(ReadInboxItems(numbers: nil), #"{"readInboxItems":{}}"#),
    RequestSample(DeleteInboxItems(numbers: [7]), #"{"deleteInboxItems":{"numbers":[7]}}"#),
    RequestSample(
      AcknowledgeLosses(losses: [LostItems(channel: uuid, title: "News", count: 1)], owner: "4f2a"),
      """
      {"acknowledgeLosses":{"losses":[{"channel":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","title":"News",\
      "count":1}],"owner":"4f2a"}}
      """),
    RequestSample(
      ShowInboxItem(number: 7, identity: InboxIdentity(owner: "a b", push: uuid)),
      """
      {"inboxItem":{"number":7,"identity":{"owner":"a b","push":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}}
      """, reply: inboxRow),
    RequestSample(
      AcceptInboxItem(number: 7, identity: InboxIdentity(owner: "a b", push: uuid, content: "c")),
      """
      {"acceptInboxItem":{"number":7,"identity":{"owner":"a b",\
      "push":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","content":"c"}}}
      """, reply: inboxRow),
    RequestSample(
      RejectInboxItem(number: 7, identity: InboxIdentity(owner: "a b", push: uuid)),
      """
      {"rejectInboxItem":{"number":7,"identity":{"owner":"a b",\
      "push":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}}
      """, reply: inboxRow),
  ]
}
