public import AgentAPI

/// Where the window has pictures from.
public protocol PictureSource: Sendable {
  /// The picture of an item.
  ///
  /// - Parameters:
  ///   - side: the longest side that is wanted, in pixels.
  ///   - isPrompt: whether one that is not here within some seconds is not waited for: ``AgentAPI/Failure/Code/tryLater``.
  func picture(of item: InboxRow, side: Int, isPrompt: Bool) async throws(Failure) -> PictureRaster

  /// The picture of a channel.
  ///
  /// - Parameter name: its id, or the beginning of its title.
  func picture(ofChannel name: String, side: Int) async throws(Failure) -> PictureRaster

  /// An item among those that have a picture.
  func find(_ choice: PictureChoice) async throws(Failure) -> PicturePlace
}

/// The same, with the files themselves.
public protocol WholePictureSource: PictureSource {
  /// What is known of the picture of an item: its kind, and how large it is.
  func description(of item: InboxRow) async throws(Failure) -> PictureRow

  /// Writes the picture of an item into a file, exactly as it was sent.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - replaces: whether a file of that name is replaced, once the new one is whole.
  func save(_ item: InboxRow, to path: String, replaces: Bool) async throws(Failure)
}
