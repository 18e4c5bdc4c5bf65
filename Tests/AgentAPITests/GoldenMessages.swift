import AgentAPI

/// One message of every kind and its JSON, letter by letter but for the order of keys: what other builds of this protocol send
/// and expect. Requests and replies are in `RequestSamples`.
enum GoldenMessages {
  static let client: [(ClientMessage, String)] = [
    (
      .hello(
        Hello(
          protocolVersion: 1, build: "0.1.0", vault: VaultIdentity(path: "/d", device: 2, inode: 3),
          settings: ["VAULT_SERVER_URL": "https://v"], isInteractive: true,
          caller: Caller(program: "/b/vault", namesConnection: false))),
      """
      {"hello":{"protocolVersion":1,"build":"0.1.0","vault":{"path":"/d","device":2,"inode":3},\
      "settings":{"VAULT_SERVER_URL":"https://v"},"isInteractive":true,\
      "caller":{"program":"/b/vault","namesConnection":false}}}
      """
    ),
    (
      .hello(
        Hello(
          protocolVersion: 2, build: "0.2.8", vault: VaultIdentity(path: "/d", device: 2, inode: 3), settings: [:],
          isInteractive: true, language: "uk")),
      """
      {"hello":{"protocolVersion":2,"build":"0.2.8","vault":{"path":"/d","device":2,"inode":3},"settings":{},\
      "isInteractive":true,"language":"uk"}}
      """
    ),
    (.answer(prompt: 3), #"{"answer":{"prompt":3}}"#),
    (.decline(prompt: 3), #"{"decline":{"prompt":3}}"#),
    (.unknown, #"{"unknown":{}}"#),
  ]
}
