internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import VaultModel

/// The line of a form that says when something is due, as `vault add --due` reads it, and in the words of the person's language.
enum DueField {
  /// A date as the line has it, and as it can be read again; empty for none.
  static func text(_ date: Date?, isAllDay: Bool) -> String {
    guard let date else { return "" }
    let text = DateText(date).local
    return isAllDay ? String(text.prefix(10)) : text
  }

  /// What the line says; nil where it is empty.
  static func read(_ text: String, now: Date, zone: LocalZone) throws(Failure) -> When? {
    text.trimmed.isEmpty ? nil : try DateVocabulary.session.read(text.trimmed, now: now, zone: zone)
  }

  /// What is to change for a due date to be what the line says.
  static func edit(_ text: String, now: Date, zone: LocalZone) throws(Failure) -> FieldEdit<DueMoment> {
    FieldEdit(try read(text, now: now, zone: zone).map { DueMoment($0.date, isAllDay: $0.isAllDay) })
  }

  /// What was understood.
  static func summary(_ when: When, now: Date, zone: LocalZone) -> String {
    summary(when.date, isAllDay: when.isAllDay, notes: when.notes, now: now, zone: zone)
  }

  /// The same of its parts. What has passed is overdue, which says all of it.
  static func summary(_ date: Date, isAllDay: Bool, notes: [String], now: Date, zone: LocalZone) -> String {
    let text = RelativeTime.text(date, isAllDay: isAllDay, now: now, zone: zone)
    let rest = notes.filter { $0 != When.pastNote }
    return ([rest.count < notes.count ? text : localized("due \(text)")] + rest).joined(separator: ". ")
  }
}

extension FieldEdit {
  /// To become a value, or empty.
  init(_ value: Value?) { self = value.map { .set($0) } ?? .clear }
}
