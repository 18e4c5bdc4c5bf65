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
