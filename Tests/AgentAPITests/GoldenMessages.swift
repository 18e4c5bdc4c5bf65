import AgentAPI
import Foundation
import VaultModel

/// One message of every kind and its JSON, letter by letter but for the order of keys: what other builds of this protocol send
/// and expect.
enum GoldenMessages {
  static let uuid = UUID(uuidString: "4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B")!
  static let date = Date(timeIntervalSince1970: 1_800_000_000.5)
  static let seal = SealReference(version: 2, digest: [1, 255], mark: [2] + [UInt8](repeating: 7, count: 32))
  static let newSeal = SealReference(
    version: 1, digest: [1], mark: SealOrigin(date: date, program: "/usr/bin/vault").encoded)

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
    (.answer(prompt: 3), #"{"answer":{"prompt":3}}"#),
    (.decline(prompt: 3), #"{"decline":{"prompt":3}}"#),
    (.unknown, #"{"unknown":{}}"#),
  ]
}
