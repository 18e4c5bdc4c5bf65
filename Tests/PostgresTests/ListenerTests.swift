#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import Testing

@Suite("Listening")
struct ListenerTests {
  private let cluster: PrivateCluster

  init() throws { cluster = try PrivateCluster.shared.get() }

  @Test("A poke is heard by the others, and many may be heard as one")
  func poke() async throws {
    let (speaker, hearer) = (try listener(), try listener())
    var (heard, spoken) = (hearer.pokes.makeAsyncIterator(), speaker.pokes.makeAsyncIterator())
    #expect(await heard.next()?.connection == 1)
    #expect(await spoken.next()?.connection == 1)
    for _ in 0..<20 {
      speaker.poke()
      #expect(await heard.next()?.connection == 1)
    }
    for _ in 0..<1_000 { speaker.poke() }
    #expect(await heard.next()?.connection == 1)
    // The speaker has heard nothing of itself: what comes next is the other's.
    hearer.poke()
    #expect(await spoken.next()?.connection == 1)
    speaker.close()
    hearer.close()
    while await heard.next() != nil {}
  }

  @Test("A connection that is lost is made anew, and its number tells so")
  func lostConnection() async throws {
    let hearer = try listener()
    var heard = hearer.pokes.makeAsyncIterator()
    for number in 1...4 {
      while let poke = await heard.next(), poke.connection < number {}
      try cluster.execute(Tables.endOthers)
    }
    while let poke = await heard.next(), poke.connection < 5 {}
    let speaker = try listener()
    var spoken = speaker.pokes.makeAsyncIterator()
    _ = await spoken.next()
    speaker.poke()
    #expect(await heard.next()?.connection == 5)
  }

  @Test("A server that falls silent is left, and a poke meanwhile comes later")
  func silentServer() async throws {
    let proxy = try CuttingProxy(to: cluster)
    let hearer = try listener()
    let speaker = try PostgresListener(
      PrivateCluster.address(proxy.address()), channel: "tests", heartbeat: .milliseconds(50))
    var (heard, spoken) = (hearer.pokes.makeAsyncIterator(), speaker.pokes.makeAsyncIterator())
    #expect(await heard.next() != nil)
    #expect(await spoken.next()?.connection == 1)
    proxy.hold(.client)
    speaker.poke()
    proxy.cutAll()
    proxy.hold(.client, false)
    while let poke = await spoken.next(), poke.connection < 2 {}
    #expect(await heard.next() != nil)
  }

  @Test("Closing ends the stream, though there is no server")
  func closing() async throws {
    let listener = try PostgresListener(
      PrivateCluster.address("host=\(cluster.directory)/nowhere"), channel: "tests")
    listener.close()
    for await _ in listener.pokes {}
  }

  private func listener() throws -> PostgresListener { try PostgresListener(cluster.address(), channel: "tests") }
}
#endif
