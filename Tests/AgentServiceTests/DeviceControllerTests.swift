import AgentAPI
import AgentInbox
import Foundation
import Inbox
import ServerAPI
import StoreTesting
import TaskStore
import Testing

@testable import AgentService

@Suite("The request for the user's devices")
struct DeviceControllerTests {
  private let stage: InboxStage
  private let device = RecordedDevice(state: InMemoryTaskStore())

  init() async throws { stage = try await InboxStage() }

  private var controller: DeviceController {
    DeviceController(owners: stage.owners, device: device, server: stage.server)
  }

  @Test("tell which of them is this one")
  func thisOne() async throws {
    let own = try await device.token(of: .ada)
    let devices = [own, "the-phone-of-ada-"].map {
      Device(token: $0, platform: "linux", name: "desk", registeredAt: .sample, lastSeenAt: .sample + 1)
    }
    stage.server.script { $0.devices = devices }
    let rows = try await controller.devices()
    #expect(rows.map(\.token) == devices.map(\.token) && rows.map(\.isThisOne) == [true, false])
    #expect(rows.allSatisfy { $0.name == "desk" && $0.lastSeenAt == .sample + 1 })
  }

  @Test("fail while the server is away, and ask it nothing while nobody is logged in")
  func refusals() async throws {
    stage.disconnect()
    let away = await #expect(throws: Failure.self) { _ = try await controller.devices() }
    #expect(away?.code == .unavailable)
    #expect(stage.log.calls == ["devices"])
    stage.owners.set(nil)
    await #expect(throws: ScriptedOwners.nobody) { _ = try await controller.devices() }
    #expect(stage.log.calls == ["devices"])
  }
}
