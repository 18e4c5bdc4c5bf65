internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
internal import VaultModel

/// The keys of a configuration file, whatever their values are.
struct ConfigurationKeys: Decodable {
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let names: [String]

  init(from decoder: any Decoder) throws {
    names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
  }

  /// The keys in the file at a path, in alphabetical order; none without a file.
  static func inFile(_ path: String) throws(Failure) -> [String] {
    guard access(path, F_OK) == 0 else { return [] }
    do {
      return try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: path))).names
    } catch { throw unreadable(path) }
  }

  static func unreadable(_ path: String) -> Failure {
    Failure(
      .configuration, "The configuration file \(path) can't be read as JSON.", hint: "Correct it or move it away.")
  }
}

extension VaultSettings {
  /// What is said of a key that means nothing, with the one that may be meant.
  static func notice(unknownKey key: String) -> String {
    let meant = ClosestWord.to(key, among: Key.allCases.map(\.rawValue))
    return "config.json has the setting \u{201C}\(key.prefix(40))\u{201D}, which means nothing"
      + (meant.map { "; is \u{201C}\($0)\u{201D} meant?" } ?? ".")
  }
}
