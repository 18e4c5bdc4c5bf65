public import AgentAPI
internal import Localization

extension UnconfirmedText {
  /// Where the text comes from that the owner has not confirmed yet, as a sentence. It is confirmed by being revealed.
  ///
  /// What a program is called is a hint and no proof, so that it is said of this one, too.
  public var words: String {
    if isFormer { return localized("Sealed by an earlier version. It counts as yours now that you have seen it.") }
    let place = program.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    switch (addedAt.map { MessageTime.whole($0) }, place) {
    case (let date?, "vault-desktop"?):
      return localized("Sealed in this window on \(date), without the PIN. If you did not write it so, change it.")
    case (nil, "vault-desktop"?):
      return localized("Sealed in this window, without the PIN. If you did not write it so, change it.")
    case (let date?, let program?):
      return localized(
        "Sealed on \(date) by \(AccessLogWords.cut(program)), without the PIN. If you did not write it so, change it.")
    case (nil, let program?):
      return localized(
        "Sealed by \(AccessLogWords.cut(program)), without the PIN. If you did not write it so, change it.")
    case (let date?, nil):
      return localized("Sealed on \(date), without the PIN. If you did not write it so, change it.")
    case (nil, nil): return localized("Sealed without the PIN. If you did not write it so, change it.")
    }
  }
}
