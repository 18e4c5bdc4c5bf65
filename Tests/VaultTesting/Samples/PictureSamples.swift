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
  ]
}
