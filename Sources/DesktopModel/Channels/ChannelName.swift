internal import AgentAPI
public import FoundationEssentials

/// What a channel is called wherever the window shows it.
public enum ChannelName {
  /// Its title, or the beginning of its id where nobody could read that.
  public static func of(_ id: UUID, title: String) -> String {
    title.unicodeScalars.allSatisfy(isBlank) ? id.beginning : title
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    // The last one is the Braille pattern without a dot.
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
      || scalar.properties.generalCategory == .control
  }
}
