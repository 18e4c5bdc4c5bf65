internal import AgentAPI

extension RequestSamples {
  private static let shape = TerminalShape(
    columns: 80, rows: 24, hasUnicode: true, environment: ["TERM": "xterm", "HOME": "/h"])

  /// Requests about pictures.
  static let picture: [RequestSample] = [
    RequestSample(
      FetchPicture(number: 7, form: .drawing(shape), isPrompt: true, identity: InboxIdentity(owner: "a b", push: uuid)),
      """
      {"picture":{"number":7,"form":{"drawing":{"_0":{"columns":80,"rows":24,"hasUnicode":true,\
      "environment":{"TERM":"xterm"}}}},"isPrompt":true,"identity":{"owner":"a b",\
      "push":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}}
      """,
      reply: Frozen(
        PictureRow(title: "Milk", type: "image/png", byteCount: 9, width: 3, height: 2),
        #"{"title":"Milk","type":"image/png","byteCount":9,"width":3,"height":2}"#)),
    RequestSample(
      anotherForm: FetchPicture(number: 7, form: .original),
      #"{"picture":{"number":7,"form":{"original":{}},"isPrompt":false}}"#),
    RequestSample(
      anotherForm: FetchPicture(number: 7, form: .pixels(side: 64)),
      #"{"picture":{"number":7,"form":{"pixels":{"side":64}},"isPrompt":false}}"#),
    RequestSample(
      FetchChannelPicture(channel: "4f2a", form: .description, isPrompt: true),
      #"{"channelPicture":{"channel":"4f2a","form":{"description":{}},"isPrompt":true}}"#,
      reply: Frozen(
        PictureRow(title: "News", type: "image/png", byteCount: 9, width: 3, height: 2),
        #"{"title":"News","type":"image/png","byteCount":9,"width":3,"height":2}"#)),
    RequestSample(
      FindPicture(.older(than: 7)), #"{"findPicture":{"choice":{"older":{"than":7}}}}"#,
      reply: Frozen(
        PicturePlace(item: inboxRow.value, position: 2, count: 5),
        #"{"item":\#(inboxRow.json),"position":2,"count":5}"#)),
    RequestSample(
      anotherForm: FindPicture(.newer(than: 7)), #"{"findPicture":{"choice":{"newer":{"than":7}}}}"#),
    RequestSample(
      anotherForm: FindPicture(.item(number: 7)), #"{"findPicture":{"choice":{"item":{"number":7}}}}"#),
    RequestSample(anotherForm: FindPicture(.lastOpened), #"{"findPicture":{"choice":{"lastOpened":{}}}}"#),
  ]
}
