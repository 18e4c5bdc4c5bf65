import FoundationEssentials
import Glibc
import LinuxSystem
import NIOCore
import NIOPosix
import Testing

@testable import ServerClient

@Suite("Whose program is at the other end of a connection")
struct LoopbackPeerTests {
  private let table = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:2120 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 99 1 0 100 0 0 10 0
       1: 0100007F:2120 0100007F:9C41 01 00000000:00000000 00:00000000 00000000  1005        0 12345 1 0 20 4 30 10 -1
       2: 0100007F:9C41 0100007F:2120 01 00000000:00000000 00:00000000 00000000  1000        0 23456 1 0 20 4 30 10 -1
       3: 0100007F:2120 0100007F:9C42 01 00000000:00000000 00:00000000 00000000     0        0 0 1 0 20 4 30 10 -1
    """

  @Test("the far end's row has it, and one that no program has taken has none")
  func rows() {
    #expect(LoopbackPeer.user(in: Array(table.utf8), near: "0100007F:9C41", far: "0100007F:2120") == 1005)
    #expect(LoopbackPeer.user(in: Array(table.utf8), near: "0100007F:9C42", far: "0100007F:2120") == nil)
    #expect(LoopbackPeer.user(in: Array(table.utf8), near: "0100007F:9C43", far: "0100007F:2120") == nil)
  }

  @Test("a connection of this process is found once it is taken")
  func real() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { for descriptor in [listener, client] { close(descriptor) } }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var near = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    func with(_ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Int32) -> Int32 {
      withUnsafeMutablePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }
    #expect(with(&address) { bind(listener, $0, size) } == 0 && listen(listener, 1) == 0)
    #expect(with(&address) { getsockname(listener, $0, &size) } == 0)
    #expect(with(&address) { connect(client, $0, size) } == 0)
    #expect(with(&near) { getsockname(client, $0, &size) } == 0)
    let loopback: [UInt8] = [127, 0, 0, 1]
    let ends = [near, address].map { LoopbackPeer.End(address: loopback, port: Int(UInt16(bigEndian: $0.sin_port))) }
    #expect(try LoopbackPeer(near: ends[0], far: ends[1]) == .nobody)
    let taken = accept(listener, nil, nil)
    defer { close(taken) }
    #expect(try LoopbackPeer(near: ends[0], far: ends[1]) == .user(getuid()))
    // However many connections others have: it is asked for this one.
    let asked = ends.map { TCPSocket.End(address: $0.address, port: UInt16($0.port)) }
    let found = try #require(try TCPSocket(own: asked[1], peer: asked[0]))
    #expect(found.isEstablished && found.user == getuid() && found.inode != 0)
    let stranger = TCPSocket.End(address: loopback, port: 1)
    #expect(try TCPSocket(own: asked[1], peer: stranger) == nil, "who listens there is no end of that connection")
  }

  @Test("who took a connection that is cut is unknown, and no other user is accused of it")
  func cut() async throws {
    let server = try await LoopbackServer { _, _ in .silence }
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: server.port).get()
    let judge = LoopbackGuard()
    try await judge.check(channel, host: "127.0.0.1").get()
    try await channel.close()
    let error = await #expect(throws: ServerClientError.self) {
      try await judge.check(channel, host: "127.0.0.1").get()
    }
    #expect(error?.code == .unreachable)
    try await server.stop()
  }

  @Test("whose login is stored counts alone; without one, who is to be notified does")
  func reasons() throws {
    let (judge, origin, account) = (LoopbackGuard(own: 1000), try ServerOrigin("http://127.0.0.1:8480"), UUID())
    func accepted() -> [UInt32] { [0, 1000, 1003, 1004].filter { judge.accepts($0, at: origin) } }
    #expect(accepted() == [0, 1000])
    judge.setDeregistration(1003, of: account, at: origin)
    judge.setDeregistration(1004, of: UUID(), at: origin)
    #expect(accepted() == [0, 1000, 1003, 1004])
    judge.setLogin(nil, at: origin)
    #expect(accepted() == [0, 1000], "a login to a server of one's own goes to nobody who is to be notified")
    judge.setLogin(1003, at: origin)
    judge.setDeregistration(nil, of: account, at: origin)
    #expect(accepted() == [0, 1000, 1003], "one reason ends without the other")
    judge.forgetLogin(at: origin)
    #expect(accepted() == [0, 1000, 1004])
    #expect(!judge.accepts(1004, at: try ServerOrigin("http://127.0.0.1:8481")))
  }

  @Test("a user namespace that has no number for somebody names nobody by the one for all of them")
  func namespaces() {
    #expect(LoopbackPeer.mapsAllUsers(map: Array("         0          0 4294967295\n".utf8)))
    for map in ["0 1000 1\n", "0 1000 1\n1 100000 65536\n", "", "0 0 65536\n"] {
      #expect(!LoopbackPeer.mapsAllUsers(map: Array(map.utf8)), "\(map)")
    }
  }
}
