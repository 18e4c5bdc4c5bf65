public import AgentAPI
internal import Localization

/// Where a text comes from that the owner has not confirmed yet, in words.
public enum UnconfirmedDescription {
  /// In a list, behind the task.
  public static let mark = localized("[not yet confirmed]")

  /// Beside the text, the beginning of a sentence.
  public static func text(_ text: UnconfirmedText) -> String {
    guard !text.isFormer else { return localized("sealed before vault was upgraded; not yet confirmed") }
    let date = text.addedAt.map { localized("on \(DateText($0).local)") } ?? localized("it is not known when")
    let program = text.program.map { localized("by \($0)") } ?? localized("it is not known by which program")
    return localized("added while locked, \(date), \(program); not yet confirmed")
  }
}
