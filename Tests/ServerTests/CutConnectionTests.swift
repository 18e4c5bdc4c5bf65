import Foundation
import NIOHTTP1
import NetworkTesting
import ServerAPI
import ServerClient
import Synchronization
import Testing

@Suite("However connections are cut", .timeLimit(.minutes(3)))
struct CutConnectionTests {
  /// Bytes until the next cut, from a seed; after so many cuts none.
  private final class Cuts: Sendable {
    private let state: Mutex<(generator: SplitMix, rest: Int)>

    init(seed: UInt64, count: Int) { state = Mutex((SplitMix(state: seed), count)) }

    func next() -> Int {
      state.withLock { state in
        guard state.rest > 0 else { return .max }
        state.rest -= 1
        // Requests take some 300 bytes: from cuts in the middle of one to some in the middle of a stream.
        return Int.random(in: 0...(Bool.random(using: &state.generator) ? 600 : 12_000), using: &state.generator)
      }
    }
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }

  @Test("everything is kept exactly once and in order, with every change", arguments: [1, 2, 3, 4] as [UInt64])
  func cut(seed: UInt64) async throws {
    try await RunningServer.run { server in
      let account = try await server.accountID()
      let token = try await server.token()
      try await server.store(700, for: account)
      let cuts = Cuts(seed: seed, count: 60)
      try await CuttingProxy.run(to: server.port, bytes: { cuts.next() }) { proxy in
        try await Agent.run(at: proxy.port) { (agent) async throws in
          await agent.keeper(of: account).change { $0.refusals = Int(seed) }
          for number in 1...300 {
            let push = try await server.send(.POST, "/v1/pushes", body: #"{"payload":{"n":\#(number)}}"#, token: token)
            #expect(push.status == 201)
            if number.isMultiple(of: 3) {
              let path = "/v1/inbox/\(number)/state"
              let state = try await server.send(.POST, path, body: #"{"state":"read"}"#, token: token)
              #expect(state.status == 200)
            }
          }
          let contents = await agent.keeper(of: account).until {
            $0.position == SequencePosition(sequence: 1000, change: 100)
          }
          #expect(contents.sequences == Array(1...1000))
          #expect(contents.disorder.isEmpty && contents.gaps.isEmpty && contents.setBacks.isEmpty)
          #expect(contents.changes.map(\.change) == Array(1...100))
          let last = try #require(contents.items.last)
          try await until { try await server.isDelivered(last.push, of: account) }
          #expect(proxy.cuts > 10)
        }
      }
    }
  }
}
