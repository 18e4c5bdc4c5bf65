public import AgentAPI

/// Where a text comes from that the owner has not confirmed yet, in words.
public enum UnconfirmedDescription {
  /// In a list, behind the task.
  public static let mark = "[not yet confirmed]"

  /// Beside the text, the beginning of a sentence.
  public static func text(_ text: UnconfirmedText) -> String {
    guard !text.isFormer else { return "sealed before vault was upgraded; not yet confirmed" }
    let date = text.addedAt.map { "on \(DateText($0).local)" } ?? "it is not known when"
    let program = text.program.map { "by \($0)" } ?? "it is not known by which program"
    return "added while locked, \(date), \(program); not yet confirmed"
  }
}
