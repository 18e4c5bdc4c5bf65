import AgentAPI
import Testing

@Suite("The environment that an agent and its client were launched in")
struct AgentEnvironmentTests {
  private let own = LaunchEnvironment(bus: "unix:path=/run/user/7/bus", config: "/c", state: "/s")

  @Test("the same ones differ in nothing, whether the bus is named with its number or without")
  func same() {
    var agent = own
    #expect(own.differences(of: agent).isEmpty)
    agent.bus = "unix:path=/run/user/7/bus,guid=0123"
    #expect(own.differences(of: agent).isEmpty)
  }

  @Test("a client or an agent without a bus has nothing to compare")
  func without() {
    let none = LaunchEnvironment(bus: nil, config: "/c", state: "/s")
    #expect(own.differences(of: none).isEmpty && none.differences(of: own).isEmpty)
  }

  @Test("each that is another is named")
  func others() {
    let agent = LaunchEnvironment(bus: "unix:path=/tmp/bus", config: "/d", state: "/t")
    let differences = own.differences(of: agent)
    #expect(differences.count == 3 && differences[0].contains("/tmp/bus") && differences[2].contains("/t"))
  }
}
