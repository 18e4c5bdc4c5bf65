internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
internal import Localization
internal import StrictJSON
internal import VaultModel

/// The keys of a configuration file, whatever their values are.
struct ConfigurationKeys: Decodable {
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// In alphabetical order.
  let names: [String]
  /// Those whose values are neither text nor a whole number.
  let misfits: [String]

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: AnyKey.self)
    let keys = members.allKeys.sorted { $0.stringValue < $1.stringValue }
    names = keys.map(\.stringValue)
    misfits = keys.filter { !Self.fits(members, $0) }.map(\.stringValue)
  }

  private static func fits(_ members: KeyedDecodingContainer<AnyKey>, _ key: AnyKey) -> Bool {
    if (try? members.decode(String.self, forKey: key)) != nil { return true }
    let numbers: [VaultSettings.Key] = [.unlockTimeout, .inboxDays, .inboxCount]
    return numbers.contains { $0.rawValue == key.stringValue } && (try? members.decode(Int.self, forKey: key)) != nil
  }

  /// The keys in the file at a path; none without a file.
  init(file path: String) throws(Failure) {
    guard access(path, F_OK) == 0 else {
      (names, misfits) = ([], [])
      return
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_size <= Self.maximumByteCount else {
      throw Failure(
        .configuration, "The configuration file \(path) has more than \(Self.maximumByteCount / 1024) KiB.",
        hint: "Keep nothing but settings in it.")
    }
    do { self = try StoredJSON.decode(Self.self, from: Array(Data(contentsOf: URL(fileURLWithPath: path)))) } catch {
      throw Self.unreadable(path)
    }
  }

  private static let maximumByteCount = 64 * 1024

  static func unreadable(_ path: String) -> Failure {
    Failure(
      .configuration, "The configuration file \(path) can't be read as JSON.", hint: "Correct it or move it away.")
  }
}

extension VaultSettings {
  /// What is said of a key that means nothing, with the one that may be meant.
  static func notice(unknownKey key: String) -> LocalizedText {
    let meant = SpellingSuggestion.to(key, among: Key.allCases.map(\.rawValue))
    let named = key.prefix(40)
    guard let meant else { return "config.json has the setting \u{201C}\(named)\u{201D}, which means nothing." }
    return
      "config.json has the setting \u{201C}\(named)\u{201D}, which means nothing; is \u{201C}\(meant)\u{201D} meant?"
  }
}
