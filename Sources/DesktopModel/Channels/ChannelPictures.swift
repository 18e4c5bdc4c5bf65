public import AgentAPI
public import FoundationEssentials

/// Small pictures of the channels that somebody looks at, fetched one after the other, those that were wanted last first.
@MainActor
public final class ChannelPictures {
  /// The longest side, in pixels: twice what a row shows, for screens of that density.
  public static let side = 80
  /// How many are kept.
  private static let keptCount = 150

  /// Called with the id of a channel whose picture has come.
  public var arrived: @MainActor (UUID) -> Void = { _ in }

  private let source: any PictureSource
  /// By their own ids; nil for one that can't be had.
  private var pictures: [UUID: PictureRaster?] = [:]
  private var wanted: [ChannelRow] = []
  private var isFetching = false

  /// Has none yet.
  public init(_ source: any PictureSource) { self.source = source }

  /// The picture of a channel; nil where it has none, or none that has come yet, which is wanted from now on.
  public func picture(of channel: ChannelRow) -> PictureRaster? {
    guard let id = channel.picture else { return nil }
    if let known = pictures[id] { return known }
    if !wanted.contains(where: { $0.picture == id }) { wanted.append(channel) }
    if wanted.count > Self.keptCount { wanted.removeFirst() }
    fetch()
    return nil
  }

  /// What could not be had may be there by now, and what no channel has any more goes.
  ///
  /// - Parameter channels: what is in the list.
  public func refresh(_ channels: [ChannelRow]) {
    let ids = Set(channels.compactMap(\.picture))
    pictures = pictures.filter { ids.contains($0.key) && $0.value != nil }
  }

  private func fetch() {
    guard !isFetching else { return }
    isFetching = true
    Task { [weak self, source] in
      while let channel = self?.wanted.popLast() {
        let picture: PictureRaster?
        // Its letters stay where there is none.
        do throws(Failure) {
          picture = try await source.picture(ofChannel: channel.id.uuidString, side: Self.side)
        } catch { picture = nil }
        self?.store(picture, of: channel)
      }
      self?.isFetching = false
    }
  }

  private func store(_ picture: PictureRaster?, of channel: ChannelRow) {
    guard let id = channel.picture else { return }
    if pictures.count >= Self.keptCount { pictures = [:] }
    pictures.updateValue(picture, forKey: id)
    if picture != nil { arrived(channel.id) }
  }
}
