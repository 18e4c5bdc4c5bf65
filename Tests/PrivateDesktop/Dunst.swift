internal import Foundation
internal import ProcessTesting

/// The notification daemon dunst on a private bus and display, with a script that takes the place of the menu in which
/// a person chooses an action.
public final class Dunst: Sendable {
  private static let name = "org.freedesktop.Notifications"

  private let bus: PrivateBus
  private let directory: URL
  private let process: ChildProcess

  /// Starts it and waits until it is there.
  ///
  /// - Parameter stays: whether what it shows stays until somebody takes it down.
  public init(on bus: PrivateBus, _ display: PrivateDisplay, stays: Bool = false) throws {
    self.bus = bus
    directory = bus.directory.appendingPathComponent("dunst-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let menu = directory.appendingPathComponent("menu")
    // dunst's lines end with the notification's id and the action's key: `#Label (Summary) [2,key]`.
    try """
    exec grep -m1 -F -f '\(directory.path)/choice'
    """.write(to: menu, atomically: true, encoding: .utf8)
    let configuration = directory.appendingPathComponent("dunstrc")
    try """
    [global]
    dmenu = /bin/sh \(menu.path)
    markup = full
    \(stays ? "[urgency_low]\ntimeout = 0" : "")
    """.write(to: configuration, atomically: true, encoding: .utf8)
    process = try ChildProcess(
      ["dunst", "-conf", configuration.path],
      environment: bus.environment.merging(["DISPLAY": display.name]) { $1 })
    try bus.waitForOwner(of: Self.name)
  }

  deinit { process.end() }

  /// Ends it, as a crash would.
  public func end() { process.end() }

  /// How many notifications are on the screen.
  public func displayedCount() throws -> Int {
    Int(try control("count", "displayed").trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
  }

  /// The texts of the notifications that are no longer on the screen, as GLib prints them.
  public func history() throws -> String {
    try bus.call(
      Self.name, "/org/freedesktop/Notifications", "org.dunstproject.cmd0.NotificationListHistory")
  }

  /// Opens the menu of actions, and chooses the one with `key` there: of the notification `id`, or of any.
  public func choose(_ key: String, of id: UInt32? = nil) throws {
    let line = "\(id.map { "[\($0)" } ?? ""),\(key)]\n"
    try line.write(to: directory.appendingPathComponent("choice"), atomically: true, encoding: .utf8)
    try control("context")
  }

  /// Does what a click on the newest notification does.
  public func click() throws { try control("action") }

  /// Closes the newest notification, as the person does.
  public func dismiss() throws { try control("close") }

  @discardableResult
  private func control(_ arguments: String...) throws -> String { try bus.run(["dunstctl"] + arguments) }
}
