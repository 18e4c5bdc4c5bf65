internal import DesktopSession
internal import OwnerVerification
internal import Sealing

/// What a test may put in place of the system's own services. In a release build nothing may: no variable of the
/// environment moves the system bus or the PAM services, or makes guessing cheaper, there.
enum TestOverrides {
  /// Where locks and sleep are heard: in debug builds, `VAULT_TEST_SYSTEM_BUS` is the system bus.
  static func sessionMonitor(_ environment: [String: String]) -> SessionMonitorConfiguration {
    var configuration = SessionMonitorConfiguration()
    #if DEBUG
    if let address = environment["VAULT_TEST_SYSTEM_BUS"] { configuration.systemBusAddress = address }
    #endif
    return configuration
  }

  /// Whether the user's processes outlive the last login session: in debug builds, `VAULT_TEST_LINGER_DIRECTORY` has logind's notes.
  static func staysWithoutSession(_ environment: [String: String]) -> @Sendable () -> Bool {
    var directory = Lingering.directory
    #if DEBUG
    directory = environment["VAULT_TEST_LINGER_DIRECTORY"] ?? directory
    #endif
    return Lingering.reading(in: directory)
  }

  /// How the system verifies: in debug builds, `VAULT_TEST_PAM_DIRECTORY` has the service files.
  static func systemVerification(_ environment: [String: String]) -> PAMVerifier.Configuration {
    var configuration = PAMVerifier.Configuration()
    #if DEBUG
    configuration.serviceDirectory = environment["VAULT_TEST_PAM_DIRECTORY"]
    #endif
    return configuration
  }

  /// How long notifications wait for their pictures: in debug builds, `VAULT_TEST_PICTURE_SECONDS` says so.
  static func picturePatience(_ environment: [String: String]) -> Duration? {
    #if DEBUG
    if let seconds = environment["VAULT_TEST_PICTURE_SECONDS"].flatMap(Double.init) { return .seconds(seconds) }
    #endif
    return nil
  }

  /// What opening a new slot costs: in debug builds, `VAULT_TEST_CHEAP_SLOTS=1` makes it the least there is, because a second
  /// of Argon2id for every PIN would be most of what tests wait for.
  static func slotCost(_ environment: [String: String]) -> KDFCost {
    #if DEBUG
    if environment["VAULT_TEST_CHEAP_SLOTS"] == "1",
      let least = try? KDFCost.fixed(.init(memoryKiB: 8, iterations: 1, parallelism: 1))
    {
      return least
    }
    #endif
    return .calibrated
  }
}
