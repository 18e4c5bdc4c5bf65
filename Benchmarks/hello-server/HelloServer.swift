import Foundation
import Hummingbird
import NIOCore

/// The least that Hummingbird can do: what `vault-server` is measured against. Prints its port.
@main
struct HelloServer {
  static func main() async throws {
    let router = Router()
    router.get("/") { _, _ in "hello, world" }
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
      })
    try await application.runService()
  }
}
