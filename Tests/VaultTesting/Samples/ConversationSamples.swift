internal import AgentAPI

extension RequestSamples {
  /// Requests about conversations.
  static let conversation: [RequestSample] = [
    RequestSample(
      OpenConversation(person: "4f2a"), #"{"openConversation":{"person":"4f2a"}}"#,
      reply: Frozen(
        ChannelRow(id: uuid, title: "bob (4f2a6c1e)", description: "", isJoined: true, isConversation: true),
        """
        {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","title":"bob (4f2a6c1e)","description":"","isJoined":true,\
        "unreadCount":0,"isConversation":true}
        """)),
    RequestSample(
      ListConversations(offset: 1, limit: 2), #"{"conversations":{"offset":1,"limit":2}}"#,
      reply: Frozen(
        ConversationListing(
          conversations: [
            ConversationRow(
              user: uuid, name: "bob", isContact: true, unreadCount: 3,
              newest: ChannelMessageRow(
                id: uuid, number: 7, senderName: "bob", isOwn: false, text: "t", state: .received))
          ], hasMore: false, isConnected: true, isComplete: true),
        """
        {"conversations":[{"user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","name":"bob","isContact":true,"unreadCount":3,\
        "newest":{"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","number":7,"senderName":"bob","isOwn":false,"text":"t",\
        "state":"received"}}],"hasMore":false,"isConnected":true,"isComplete":true}
        """)),
  ]
}
