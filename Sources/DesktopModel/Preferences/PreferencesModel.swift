public import AgentAPI
internal import Localization

/// The settings that are shown, and what becomes of a change.
@MainActor
public final class PreferencesModel {
  /// A setting on the screen.
  public struct Item: Equatable, Sendable {
    /// How it is shown and set.
    public let control: SettingControl
    /// What is set, whether it counts or not; empty for nothing.
    public let value: String
    /// Whether it can be changed here.
    public let isChangeable: Bool
    /// What is to be known of it besides, for instance where it comes from; may be empty.
    public let remark: String
  }

  /// What can't be read, or nil.
  public private(set) var trouble: Failure?
  /// The settings, in the order in which they are shown.
  public private(set) var items: [Item] = []
  /// Why a key could not be set, by its key, until it is tried again.
  public private(set) var problems: [String: String] = [:]
  /// The key that is being set.
  public private(set) var waiting: String?
  /// Called whenever any of that has changed.
  public var changed: @MainActor () -> Void = {}

  private let service: any PreferencesService
  private let pause: @Sendable () async throws -> Void

  /// How often the settings are read until the next agent has them: about ten seconds.
  private static let maximumReadCount = 40

  /// Shows nothing until ``refresh()``.
  ///
  /// - Parameter pause: waits before the settings are read once more.
  public init(
    _ service: any PreferencesService,
    pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(250)) }
  ) {
    (self.service, self.pause) = (service, pause)
  }

  /// Reads what is set.
  public func refresh() { Task { await read() } }

  /// Sets a key; nil and the empty text take it out. One at a time: the agent ends in between.
  public func set(_ key: String, _ value: String?) {
    let value = value.flatMap { $0.isEmpty ? nil : $0 }
    guard waiting == nil, let item = items.first(where: { $0.control.key == key }), item.isChangeable,
      item.value != value ?? ""
    else { return changed() }
    waiting = key
    problems[key] = nil
    changed()
    Task { await change(key, value, from: item.value) }
  }

  private func change(_ key: String, _ value: String?, from former: String) async {
    do throws(Failure) {
      try await service.set(key, value)
      await readNext(key, former)
    } catch {
      problems[key] = error.isDeclined ? nil : error.line
      waiting = nil
      await read()
    }
  }

  /// The agent that has made the change ends; the next one has it.
  private func readNext(_ key: String, _ former: String) async {
    var hasEnded = false
    for _ in 0..<Self.maximumReadCount {
      await read(tells: false)
      if trouble != nil {
        hasEnded = true
      } else if hasEnded || items.contains(where: { $0.control.key == key && $0.value != former }) {
        break
      }
      do { try await pause() } catch { break }
    }
    waiting = nil
    changed()
  }

  private func read(tells: Bool = true) async {
    do throws(Failure) {
      let rows = try await service.settings()
      items = SettingControl.all.compactMap { control in
        rows.first { $0.key == control.key }.map { Item(control, $0) }
      }
      trouble = nil
    } catch { trouble = error }
    if tells { changed() }
  }
}

extension PreferencesModel.Item {
  init(_ control: SettingControl, _ row: SettingRow) {
    self.control = control
    value = row.asked ?? row.value
    isChangeable = control.kind != .fixed && row.source != .environment
    remark =
      if row.asked != nil {
        row.value.isEmpty
          ? localized("Not confirmed: it does not count.")
          : localized("Not confirmed: \(control.words(for: row.value)) counts.")
      } else if row.source == .environment {
        localized("Set by the environment, and has to be changed there.")
      } else { row.isConfirmed ? localized("Confirmed.") : "" }
  }
}
