internal import DesktopSession
internal import OwnerVerification

/// What a test may put in place of the system's own services. In a release build nothing may: no variable of the
/// environment moves the system bus or the PAM services there.
enum TestOverrides {
  /// Where locks and sleep are heard: in debug builds, `VAULT_TEST_SYSTEM_BUS` is the system bus.
  static func sessionMonitor(_ environment: [String: String]) -> SessionMonitorConfiguration {
    var configuration = SessionMonitorConfiguration()
    #if DEBUG
      if let address = environment["VAULT_TEST_SYSTEM_BUS"] { configuration.systemBusAddress = address }
    #endif
    return configuration
  }

  /// How the system verifies: in debug builds, `VAULT_TEST_PAM_DIRECTORY` has the service files.
  static func systemVerification(_ environment: [String: String]) -> PAMVerifier.Configuration {
    var configuration = PAMVerifier.Configuration()
    #if DEBUG
      configuration.serviceDirectory = environment["VAULT_TEST_PAM_DIRECTORY"]
    #endif
    return configuration
  }
}
