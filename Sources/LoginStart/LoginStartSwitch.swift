internal import Glibc
public import LinuxSystem

/// Switches the start at login on and off. Nothing of it is in force before the next login.
public struct LoginStartSwitch: Sendable {
  private let places: LoginStartPlaces

  /// - Parameter places: where it is decided.
  public init(_ places: LoginStartPlaces) { self.places = places }

  /// Switches it on, by systemd where that serves the user and has the unit, else by the desktop.
  ///
  /// - Parameter program: the path of `vault`, for the desktop.
  /// - Returns: what is in force now.
  public func enable(program: String) throws(SystemError) -> LoginStart {
    try remove(places.switchOff)
    if places.inForce == .none {
      if let unit = places.installedUnit { try link(to: unit) } else { try writeEntry(program) }
    }
    return places.inForce
  }

  /// Switches it off, whatever would start the agent.
  public func disable() throws(SystemError) {
    try removeOwn()
    try write(
      "The agent is not started at login. vault agent enable removes this file.\n", to: places.switchOff, mode: 0o600)
  }

  /// Removes what is the user's own of it. What the system has for everybody starts no agent where there is no vault.
  public func removeOwn() throws(SystemError) {
    try remove(places.ownEntry)
    try remove(places.ownLink)
  }

  private func link(to unit: String) throws(SystemError) {
    try makeDirectory(of: places.ownLink)
    guard symlink(unit, places.ownLink) == 0 || errno == EEXIST else { throw SystemError("symlink \(places.ownLink)") }
  }

  private func writeEntry(_ program: String) throws(SystemError) {
    try remove(places.ownEntry)
    try write(AutostartEntry.text(starting: program), to: places.ownEntry, mode: 0o644)
  }

  private func remove(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw SystemError("unlink \(path)") }
  }

  private func write(_ text: String, to path: String, mode: mode_t) throws(SystemError) {
    try makeDirectory(of: path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw SystemError("open \(path)") }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
      throw SystemError("write \(path)")
    }
  }

  /// Makes the directories on the way, for their user alone.
  private func makeDirectory(of path: String) throws(SystemError) {
    var directory = ""
    for part in path.split(separator: "/").dropLast() {
      directory += "/\(part)"
      guard mkdir(directory, 0o700) == 0 || errno == EEXIST || access(directory, F_OK) == 0 else {
        throw SystemError("mkdir \(directory)")
      }
    }
  }
}
