import Foundation
import Inbox
import ServerClient
import StoreTesting
import TaskStore
import Testing

@testable import AgentInbox

@Suite("What makes this machine a device")
struct RecordedDeviceTests {
  private let state = InMemoryTaskStore()
  private let ada = UUID()
  private let bob = UUID()

  private var device: RecordedDevice { RecordedDevice(state: state) }

  private func origin(_ text: String = "https://vault.example") throws -> ServerOrigin { try ServerOrigin(text) }

  @Test("each user of each server has a token of their own, made once")
  func tokens() async throws {
    let (here, there) = (try origin(), try origin("https://other.example"))
    let token = try await device.token(for: ada, at: here)
    #expect(token.utf8.count == 43)
    #expect(try await RecordedDevice(state: state).token(for: ada, at: here) == token)
    let all = [token, try await device.token(for: bob, at: here), try await device.token(for: ada, at: there)]
    #expect(Set(all).count == 3)
  }

  @Test("those who ask at once get the same one")
  func once() async throws {
    let (here, device, ada) = (try origin(), device, ada)
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await device.token(for: ada, at: here) } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(tokens.count == 1)
  }

  @Test("one that is another user's device is made anew")
  func renewed() async throws {
    let here = try origin()
    let (token, other) = (try await device.token(for: ada, at: here), try await device.token(for: bob, at: here))
    try await device.forgetToken(for: ada, at: here)
    let next = try await device.token(for: ada, at: here)
    #expect(next != token && next.utf8.count == 43)
    #expect(try await device.token(for: bob, at: here) == other)
  }

  @Test("the one token of former versions stays with the user whose inbox was filled last")
  func former() async throws {
    let here = try origin()
    try await state.setValue("former-former-former", under: VaultStateKey("device-token"))
    try await state.setInboxOwner(InboxOwner(server: here.description, user: ada))
    #expect(try await device.token(for: bob, at: here) != "former-former-former")
    #expect(try await device.token(for: ada, at: here) == "former-former-former")
    try await state.setInboxOwner(InboxOwner(server: here.description, user: bob))
    #expect(try await device.token(for: ada, at: here) == "former-former-former")
  }

  @Test("a server has it registered until the last of its users has left, also one that a former version recorded")
  func registered() async throws {
    let (here, there) = (try origin(), try origin("https://other.example"))
    try await state.setValue([there.description], under: VaultStateKey("device-registrations"))
    for user in [ada, bob] { try await device.setRegistered(true, for: user, at: here) }
    #expect(try await device.registrations() == [here, there])
    try await device.setRegistered(false, for: bob, at: here)
    #expect(try await device.registrations() == [here, there], "Ada's is still there")
    try await device.setRegistered(false, for: ada, at: here)
    try await device.setRegistered(false, for: ada, at: there)
    #expect(try await device.registrations() == [])
  }
}
