import Foundation
import Testing
import VaultTesting

@testable import AgentAPI

@Suite("The number of the build")
struct BuildTests {
  /// The requests of each build, with all their members, as a digest. A line never changes: what it stands for is in use.
  private static let digests: [String: UInt64] = [
    "0.2.1": 9_742_944_989_389_473_306, "0.2.2": 12_347_335_675_553_810_465,
    "0.2.3": 15_427_206_615_794_843_881, "0.2.4": 7_828_205_072_572_093_895,
    "0.2.5": 7_922_405_763_664_175_124, "0.2.6": 8_070_838_670_284_569_347,
    "0.2.7": 3_003_040_143_105_621_625, "0.2.8": 9_675_166_113_001_422_954,
  ]

  @Test("is raised with every request, and every member of one, that agents of before do not know")
  func requests() throws {
    var names: Set<String> = []
    for sample in RequestSamples.all {
      Self.collect(try JSONSerialization.jsonObject(with: Data(sample.json.utf8)), below: "", into: &names)
    }
    #expect(names.isSuperset(of: ["copy", "copy.task", "acknowledgeLosses.losses.channel"]))
    let digest = Self.digest(names.sorted().joined(separator: "\n"))
    #expect(
      Self.digests[AgentProtocol.build] == digest,
      """
      The requests are not those of build \(AgentProtocol.build). An agent of it that still runs would refuse them: raise
      AgentProtocol.build and the version in packaging/debian/changelog, and add a line here: "BUILD": \(digest).
      """)
  }

  private static func collect(_ value: Any, below path: String, into names: inout Set<String>) {
    if let elements = value as? [Any] { for element in elements { collect(element, below: path, into: &names) } }
    for (name, member) in value as? [String: Any] ?? [:] {
      names.insert(path + name)
      collect(member, below: "\(path)\(name).", into: &names)
    }
  }

  /// FNV-1a, the same on every machine.
  private static func digest(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
