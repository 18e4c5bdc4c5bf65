extension ServerClientError {
  /// What a server asks for that was asked too much (429). Whatever it writes about that, the vault's own words say it: a text of its own could have
  /// somebody do anything. What vault servers write is known by a part of it; it has more than one reason.
  ///
  /// - Parameters:
  ///   - text: as the server wrote it; nil for nothing.
  ///   - seconds: for how long it asks to be left alone.
  static func throttled(by text: String?, retryAfterSeconds seconds: Int) -> ServerClientError {
    let known = reasons(seconds).first { text?.contains($0.part) == true }
    return known?.error ?? ServerClientError(.throttled, "too many attempts", retryAfterSeconds: seconds)
  }

  private static func reasons(_ seconds: Int) -> [(part: String, error: ServerClientError)] {
    [
      (
        "messages of yours have no answer",
        ServerClientError(
          .throttled, "your messages have no answer; write more when there is one, or a week later",
          retryAfterSeconds: seconds)
      ),
      (
        "pushes of yours wait for this user",
        ServerClientError(
          .throttled, "too much of yours waits for this person; send more when some of it is decided or over",
          retryAfterSeconds: seconds)
      ),
      (
        "comments and likes of a day",
        ServerClientError(
          .throttled, "this person has as many comments and likes of a day as there may be", retryAfterSeconds: seconds)
      ),
      (
        "still on their way into very many inboxes",
        ServerClientError(
          .throttled, "your earlier pushes are still on their way into very many inboxes", retryAfterSeconds: seconds)
      ),
      (
        "with this collapse id is still on its way",
        ServerClientError(
          .throttled, "your earlier push with this collapse id is still on its way", retryAfterSeconds: seconds)
      ),
      (
        "too much is sent at once",
        ServerClientError(.throttled, "too much is sent at once", retryAfterSeconds: seconds)
      ),
      (
        "streams open",
        ServerClientError(
          .throttled, "this account has as many streams open as it may have; close one first",
          retryAfterSeconds: seconds)
      ),
    ]
  }
}
