internal import DBus

/// The number on the program's icon, in the docks and task bars that show one (https://wiki.ubuntu.com/Unity/LauncherAPI).
extension DesktopNotifications {
  /// Who shows such numbers, and may appear later than we do.
  static let launcher = "com.canonical.Unity"

  /// Shows a number on the program's icon, and none for 0. It stays there until another one is shown, or the connection ends.
  public func showCount(_ count: Int) {
    guard iconCount != count else { return }
    iconCount = count
    emitCount()
  }

  /// Tells the bus; whoever shows numbers listens.
  func emitCount() {
    guard let iconCount, let entry = configuration.desktopEntry, let bus else { return }
    let hints: [String: BusArgument] = [
      "count": .signedLong(Int64(iconCount)), "count-visible": .boolean(iconCount > 0),
    ]
    bus.connection.emit(
      "Update", of: Self.launcher + ".LauncherEntry", at: "/com/canonical/unity/launcherentry/vault",
      [.text("application://\(entry).desktop"), .variants(hints)])
  }
}
