public import AgentAPI
internal import Localization

/// Why the window does not show what was asked for from outside. No message repeats what somebody wrote.
public enum PlaceFailure {
  /// An address that names no place.
  public static let refused = Failure(
    .usage, verbatim: localized("The window was asked to open something that it does not know."))

  /// A conversation or a channel that is not there.
  public static let noThread = Failure(
    .usage, verbatim: localized("There is no such conversation or channel here, or not any more."))

  /// An item of the inbox that is not there.
  public static let noItem = Failure(.usage, verbatim: localized("The item is not in this inbox, or not any more."))
}
