internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
internal import Localization
internal import OwnerVerification
internal import Sealing
internal import ServerClient
internal import Synchronization

/// Which settings count. Any program of this user can set them, by the environment of an agent that it starts or by the
/// configuration file; so one that weakens a guard counts only as the owner has confirmed it. Without an owner, before the first
/// PIN, all count as they are set.
final class SettingsPolicy: Sendable {
  /// The time-out that needs nobody's word, in seconds.
  static let standardTimeout = VaultSettings.defaults.unlockTimeoutSeconds

  /// What is set.
  let asked: VaultSettings
  private let server: ServerOrigin?
  private let authorities: Authorities?
  /// The server of the stored login, once that was read.
  private let stored = Mutex<ServerOrigin?>(nil)
  private let trusts = Mutex(false)
  private let reported = Mutex<Set<String>>([])

  /// - Throws: ``Failure`` when the server's address is none, or the file with authorities can't be read.
  init(_ asked: VaultSettings) throws(Failure) {
    self.asked = asked
    do throws(ServerClientError) {
      server = try asked.serverURL.map { (url) throws(ServerClientError) in try ServerOrigin(url) }
      authorities = try asked.caFile.map { (file) throws(ServerClientError) in try Authorities(file: file) }
    } catch { throw Failure(error) }
  }

  /// Whom to trust, as ``resolve(stored:_:)`` found it last.
  var trust: TLSTrust {
    TLSTrust { [self] in trusts.withLock { $0 } ? authorities?.trust ?? .system : .system }
  }

  /// The server that is set, whether it counts or not.
  var configuredServer: ServerOrigin? { server }

  /// Resolves server and authorities before a login.
  ///
  /// - Parameter stored: the server that accepted the stored login.
  /// - Returns: the server that is set, where that counts.
  func resolve(stored origin: ServerOrigin?, _ word: OwnerConfirmation) -> ServerOrigin? {
    stored.withLock { $0 = origin }
    trusts.withLock { $0 = countsAuthorities(word) }
    return countsServer(word) ? server : nil
  }

  /// After so many seconds without a reveal the vault locks.
  func timeoutSeconds(_ word: OwnerConfirmation) -> Int {
    guard case .given(let confirmed) = word else { return asked.unlockTimeoutSeconds }
    return min(asked.unlockTimeoutSeconds, max(Self.standardTimeout, Int(confirmed.unlockTimeoutSeconds)))
  }

  /// What the owner says by confirming what is set now.
  var confirmable: ConfirmedSettings {
    var settings = ConfirmedSettings()
    if asked.unlockTimeoutSeconds > Self.standardTimeout {
      settings.unlockTimeoutSeconds = UInt32(asked.unlockTimeoutSeconds)
    }
    settings.server = server.map(Self.digest)
    settings.authorities = authorities?.digest
    settings.keepsLeftTexts = !asked.hidesLeftTexts
    return settings
  }

  /// The policy with other settings, which knows as much of the stored login.
  func following(_ asked: VaultSettings) throws(Failure) -> SettingsPolicy {
    let next = try SettingsPolicy(asked)
    next.stored.withLock { $0 = stored.withLock { $0 } }
    return next
  }

  /// Whether a key counts only once the owner has confirmed it.
  func needsConfirmation(_ key: VaultSettings.Key, _ word: OwnerConfirmation) -> Bool {
    word != .noOwner && isGuarded(key) && ignored(key, word) != nil
  }

  /// Has the owner's word say of one key what is set now, and of the others what it said before.
  func confirm(_ key: VaultSettings.Key, in settings: inout ConfirmedSettings) {
    switch key {
    case .unlockTimeout: settings.unlockTimeoutSeconds = confirmable.unlockTimeoutSeconds
    case .serverURL: settings.server = confirmable.server
    case .caFile: settings.authorities = confirmable.authorities
    case .hideWhenLeft: settings.keepsLeftTexts = confirmable.keepsLeftTexts
    default: return
    }
  }

  private func countsServer(_ word: OwnerConfirmation) -> Bool {
    guard case .given(let confirmed) = word, let server, let stored = stored.withLock({ $0 }), server != stored else {
      return true
    }
    return confirmed.server == Self.digest(server)
  }

  private func countsAuthorities(_ word: OwnerConfirmation) -> Bool {
    guard case .given(let confirmed) = word, let authorities else { return true }
    return confirmed.authorities == authorities.digest
  }

  private func countsKeeping(_ word: OwnerConfirmation) -> Bool {
    guard case .given(let confirmed) = word else { return true }
    return asked.hidesLeftTexts || confirmed.keepsLeftTexts
  }

  private static func digest(_ server: ServerOrigin) -> [UInt8] { SHA256.digest(of: Array(server.description.utf8)) }
}

/// What is known of the owner's will.
enum OwnerConfirmation: Equatable, Sendable {
  /// There is no owner yet.
  case noOwner
  /// The owner confirmed these, and nothing else.
  case given(ConfirmedSettings)
}

// MARK: Reporting

extension SettingsPolicy {
  /// All settings, and what counts of them.
  func rows(_ word: OwnerConfirmation) -> [SettingRow] {
    let values = asked.byVariable
    return VaultSettings.Key.allCases.map { key in
      let value = values[key.variable] ?? ""
      var row = SettingRow(key: key.rawValue, value: value, source: asked.sources[key] ?? .standard)
      guard word != .noOwner, isGuarded(key) else { return row }
      row.isGuarded = true
      guard let counting = ignored(key, word) else {
        row.isConfirmed = true
        return row
      }
      (row.value, row.asked) = (counting, value)
      return row
    }
  }

  /// A sentence for each setting that does not count.
  func notices(_ word: OwnerConfirmation) -> [LocalizedText] {
    rows(word).compactMap { row in
      guard let asked = row.asked else { return nil }
      let place: LocalizedText =
        row.source == .file ? "config.json" : "the environment the agent was started in"
      return row.value.isEmpty
        ? "The setting \(row.key) (\(asked), from \(place)) is ignored: you have not confirmed it. See vault settings."
        : "The setting \(row.key) (\(asked), from \(place)) is ignored, and \(row.value) is used: you have not confirmed it. See vault settings."
    }
  }

  /// The ``notices(_:)`` that this agent has not told yet.
  func unreportedNotices(_ word: OwnerConfirmation) -> [LocalizedText] {
    let notices = notices(word)
    return reported.withLock { reported in notices.filter { reported.insert($0.english).inserted } }
  }

  /// Whether what is set weakens a guard.
  private func isGuarded(_ key: VaultSettings.Key) -> Bool {
    switch key {
    case .unlockTimeout: asked.unlockTimeoutSeconds > Self.standardTimeout
    case .serverURL: server != nil && stored.withLock { $0.map { $0 != server } ?? false }
    case .caFile: authorities != nil
    case .hideWhenLeft: !asked.hidesLeftTexts
    default: false
    }
  }

  /// What counts in place of what is set; nil where that counts.
  private func ignored(_ key: VaultSettings.Key, _ word: OwnerConfirmation) -> String? {
    switch key {
    case .unlockTimeout:
      let seconds = timeoutSeconds(word)
      return seconds == asked.unlockTimeoutSeconds ? nil : String(seconds)
    case .serverURL: return countsServer(word) ? nil : stored.withLock { $0?.description ?? "" }
    case .caFile: return countsAuthorities(word) ? nil : ""
    case .hideWhenLeft: return countsKeeping(word) ? nil : "on"
    default: return nil
    }
  }
}

/// The certificate authorities of a file, as it was when the agent started.
private struct Authorities: Sendable {
  let trust: TLSTrust
  let digest: [UInt8]

  private static let maximumByteCount = 1 << 20

  init(file: String) throws(ServerClientError) {
    var status = stat()
    guard stat(file, &status) == 0, status.st_size <= Self.maximumByteCount,
      let bytes = try? Array(Data(contentsOf: URL(fileURLWithPath: file))), bytes.count <= Self.maximumByteCount
    else { throw ServerClientError(.tls, "\(file) can't be read as PEM certificates") }
    trust = try TLSTrust(pem: bytes, from: file)
    digest = SHA256.digest(of: bytes)
  }
}
