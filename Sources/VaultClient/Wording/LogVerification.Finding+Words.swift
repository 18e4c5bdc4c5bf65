internal import AgentAPI
internal import Localization

extension LogVerification.Finding {
  /// Where it is, and what is wrong there. A chapter is called by the unlock that began it; what is older than the first has none.
  var line: String {
    switch (chapter, date.map { DateText($0).local }) {
    case (0, nil): words
    case (0, let date?): localized("\(date): \(words)")
    case (_, nil): localized("After unlock \(chapter): \(words)")
    case (_, let date?): localized("After unlock \(chapter), \(date): \(words)")
    }
  }

  /// What is wrong there, one sentence; as the agent says it where this program does not know of it.
  private var words: String {
    switch kind {
    case "changed": localized("An entry was changed or forged.")
    case "removed": localized("Entries after this one were removed.")
    case "openingChanged": localized("What the log has kept about this unlock was changed.")
    case "chapterMissing":
      localized("Everything that was written after this unlock was removed, or an older log was put back.")
    case "endedUnclosed":
      localized(
        "The agent ended here without closing the log; entries after it, until the next unlock, can't be verified.")
    case "crowdedOut":
      localized(
        "The log was full, so entries of the last 30 days before this one were dropped. See who has asked so often since."
      )
    case "keyLost": localized("The log could not be read here; entries until the next unlock can't be verified.")
    case "keyTaken":
      localized(
        "What the log is verified with was removed or replaced here: entries may be gone, and those until the next unlock can't be verified."
      )
    default: text
    }
  }
}
