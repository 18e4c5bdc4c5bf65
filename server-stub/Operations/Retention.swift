/// How long what was pushed is stored.
struct Retention: Equatable, Sendable {
  /// Items older than this go; devices that were away longer get a gap event.
  var seconds = 90 * 86_400.0
  /// The most items of an inbox; older ones go first.
  var inboxCount = 100_000
  /// How long pictures stay that no push and no channel has; the others stay as long as those do.
  var unusedPictureSeconds = 86_400.0
}
