internal import AgentAPI

extension RequestSamples {
  /// Requests about channels.
  static let channel: [RequestSample] = [
    RequestSample(
      ListChannels(), #"{"channels":{}}"#,
      reply: Frozen(
        ChannelListing(channels: [channelRow.value], isCurrent: true, fetchedAt: nil),
        #"{"channels":[\#(channelRow.json)],"isCurrent":true}"#)),
    RequestSample(JoinChannel(channel: "4f2a"), #"{"joinChannel":{"channel":"4f2a"}}"#, reply: channelRow),
    RequestSample(LeaveChannel(channel: "4f2a"), #"{"leaveChannel":{"channel":"4f2a"}}"#, reply: channelRow),
    RequestSample(
      ShowChannel(channel: "4f2a", limit: 2, before: 8, asksServer: true, isSeen: true),
      #"{"channelHistory":{"channel":"4f2a","limit":2,"before":8,"asksServer":true,"isSeen":true}}"#,
      reply: Frozen(
        ChannelHistory(
          channel: channelRow.value,
          messages: [
            ChannelMessageRow(
              id: uuid, number: 7, senderName: "bob (4f2a6c1e)", isOwn: false, text: "t", state: .received,
              takenName: "bob", user: uuid)
          ], hasMore: false, isCurrent: true),
        """
        {"channel":\(channelRow.json),"messages":[{"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","number":7,\
        "senderName":"bob (4f2a6c1e)","isOwn":false,"text":"t","state":"received","takenName":"bob",\
        "user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}],"hasMore":false,"isCurrent":true}
        """)),
    RequestSample(
      SendChannelMessage(channel: "4f2a", text: "4f2a", waits: true),
      #"{"sendChannelMessage":{"channel":"4f2a","text":"4f2a","waits":true}}"#,
      reply: Frozen(
        ChannelMessageRow(id: uuid, number: 7, senderName: "ada", isOwn: true, text: "t", state: .sent),
        """
        {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","number":7,"senderName":"ada","isOwn":true,\
        "text":"t","state":"sent"}
        """)),
  ]
}
