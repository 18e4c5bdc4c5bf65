import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// Devices that logged in before, among strangers who guess.
@Suite("Known devices")
struct KnownDeviceTests {
  /// Logs in as a new device and hands over its secret.
  private func secret(_ server: RunningServer, _ email: String = "ada@example.org") async throws -> String {
    let answer = try await server.login(email, device: "")
    try #require(answer.status == 201)
    return try #require(try answer.decoded(Session.self).device)
  }

  private func guess(_ server: RunningServer, _ count: Int = 11) async throws {
    for _ in 0..<count { _ = try await server.login("ada@example.org", "wrong horse") }
  }

  @Test("eleven wrong passwords of a stranger refuse a device that logged in before nothing")
  func allowance() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let device = try await secret(server)
      #expect(device.utf8.count == 43)
      try await guess(server)
      #expect(try await server.login().status == 429)
      let known = try await server.login(device: device)
      #expect(known.status == 201)
      #expect(try known.decoded(Session.self).device == nil, "it has one that counts")
    }
  }

  @Test("nor do the wrong ones of the whole address it is at")
  func sharedAddress() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let device = try await secret(server)
      for number in 0..<31 { _ = try await server.login("user\(number)@example.org") }
      #expect(try await server.login().status == 429)
      #expect(try await server.login(device: device).status == 201)
    }
  }

  @Test("its own wrong passwords count against it, and against nobody else")
  func ownMistakes() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let device = try await secret(server)
      for _ in 0..<10 {
        #expect(try await server.login("ada@example.org", "wrong horse", device: device).status == 401)
      }
      #expect(try await server.login(device: device).status == 429)
      #expect(try await server.login().status == 201)
    }
  }

  @Test("a secret is good for the account that it was given for alone")
  func otherAccount() async throws {
    try await RunningServer.run { server async throws in
      for email in ["ada@example.org", "bob@example.org"] { try await server.addAccount(email) }
      let device = try await secret(server, "bob@example.org")
      try await guess(server)
      #expect(try await server.login(device: device).status == 429)
      #expect(try await server.login("bob@example.org", device: device).status == 201)
    }
  }

  @Test("while strangers fill all places of password hashes, a known device has some of its own")
  func crowd() async throws {
    let configure: (inout ServerConfiguration) -> Void = {
      $0.hashWaitingCount = 0
      $0.hashThreadCount = 1
    }
    try await RunningServer.run(configure: configure) { server async throws in
      try await server.addAccount()
      let device = try await secret(server)
      server.hasher.closeGate()
      async let stranger = server.login("ada@example.org", "wrong horse").status
      while server.hasher.total.running < 1 { await Task.yield() }
      #expect(try await server.login().status == 503)
      async let known = server.login(device: device).status
      while server.hasher.total.running < 2 { await Task.yield() }
      server.hasher.openGate()
      #expect(try await known == 201)
      #expect(try await stranger == 401)
    }
  }

  @Test("known devices of another account that ask without end have two of those places, and take nobody else's")
  func crowdOfOneAccount() async throws {
    let configure: (inout ServerConfiguration) -> Void = { $0.hashWaitingCount = 4 }
    try await RunningServer.run(configure: configure) { server async throws in
      for email in ["ada@example.org", "mallory@example.org"] { try await server.addAccount(email) }
      let device = try await secret(server)
      var others: [String] = []
      for _ in 0..<7 { others.append(try await secret(server, "mallory@example.org")) }
      server.hasher.closeGate()
      try await withThrowingTaskGroup(of: Int.self) { crowd in
        for other in others {
          crowd.addTask { try await server.login("mallory@example.org", device: other).status }
        }
        // All who get no place are told so at once; the two others wait.
        for _ in 0..<5 { #expect(try await crowd.next() == 503) }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { own in
          for _ in 0..<3 { own.addTask { try await server.login(device: device).status } }
          var statuses = [try #require(try await own.next())]
          server.hasher.openGate()
          for try await status in own { statuses.append(status) }
          return statuses
        }
        #expect(statuses == [503, 201, 201], "the third is beyond the share of the account")
        for _ in 0..<2 { #expect(try await crowd.next() == 201) }
      }
    }
  }

  @Test("a new password and the removal of the account forget it")
  func newPassword() async throws {
    try await RunningServer.run { server async throws in
      let ada = try await server.addAccount()
      let device = try await secret(server)
      let hash = try #require(try await server.storage.account(email: ada.email)?.passwordHash)
      #expect(try await server.storage.setPasswordHash(email: ada.email, to: hash))
      let again = try await server.login(device: device)
      #expect(try again.decoded(Session.self).device != nil, "the old one counts no more")
      let next = try #require(try again.decoded(Session.self).device)
      #expect(try await server.storage.removeAccount(email: ada.email))
      try await server.addAccount()
      #expect(try await server.login(device: next).decoded(Session.self).device != nil)
    }
  }

  @Test("a device that is removed from elsewhere is forgotten, one that leaves by itself is known when it comes back")
  func removal() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let first = try await server.login(device: "").decoded(Session.self)
      let device = try #require(first.device)
      let name = "laptop-laptop-laptop"
      try await server.register(device: name, token: first.token)
      #expect(try await server.send(.DELETE, "/v1/devices/\(name)", token: first.token).status == 204)
      let second = try await server.login(device: device).decoded(Session.self)
      #expect(second.device == nil)
      try await server.register(device: name, token: second.token)
      let other = try await server.token()
      #expect(try await server.send(.DELETE, "/v1/devices/\(name)", token: other).status == 204)
      #expect(try await server.login(device: device).decoded(Session.self).device != nil)
    }
  }

  @Test(
    "who does not ask is given none, and what is no secret is like none",
    arguments: ["x", String(repeating: "A", count: 43)])
  func none(_ device: String) async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      #expect(try await server.login().decoded(Session.self).device == nil)
      #expect(try await server.login(device: device).decoded(Session.self).device != nil)
    }
  }

  @Test("one stranger who goes on refuses a new device elsewhere nothing; strangers at many addresses do")
  func newDevice() async throws {
    let clock = ManualClock()
    let throttle = LoginThrottle(clock: clock.serverClock)
    func wrong(_ address: String) async -> Bool {
      let from = LoginThrottle.Claimant.stranger(ClientAddress(limitKey: address, isLimited: true))
      guard let attempt = try? await throttle.charge(account: "ada@example.org", by: from) else { return false }
      await throttle.recordOutcome(attempt, isWrong: true)
      return true
    }
    for _ in 0..<1000 {
      _ = await wrong("192.0.2.1")
      clock.advance(by: .seconds(10))
    }
    #expect(await wrong("192.0.2.99"))
    for number in 2..<10 { for _ in 0..<10 { _ = await wrong("192.0.2.\(number)") } }
    #expect(await !wrong("192.0.2.98"))
  }
}
