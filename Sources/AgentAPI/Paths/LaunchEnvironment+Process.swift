internal import LinuxSystem

extension LaunchEnvironment {
  /// What this process was started with.
  public init(ofThisProcess paths: VaultPaths) {
    self.init(bus: SessionBusAddress.ofThisProcess(), config: paths.config, state: paths.state)
  }
}
