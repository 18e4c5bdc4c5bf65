import AgentAPI
import DesktopModel
import Foundation
import Localization
import Testing

@Suite("Pictures of channels", .timeLimit(.minutes(1)))
@MainActor
struct ChannelPicturesTests {
  private let source = OnePicture()

  private func channel(_ picture: UUID?) -> ChannelRow {
    ChannelRow(id: UUID(), title: "Garden", description: "", picture: picture, isJoined: false)
  }

  @Test("are fetched once, and told when they have come")
  func once() async {
    let pictures = ChannelPictures(source)
    var told: [UUID] = []
    pictures.arrived = { told.append($0) }
    let garden = channel(UUID())
    #expect(pictures.picture(of: garden) == nil && pictures.picture(of: channel(nil)) == nil)
    _ = pictures.picture(of: garden)
    await until { told == [garden.id] }
    #expect(pictures.picture(of: garden) != nil && source.asked == [garden.id.uuidString])
  }

  @Test("that could not be had are asked for again once the list is read anew, and others go with their channels")
  func refreshing() async {
    let pictures = ChannelPictures(source)
    let garden = channel(UUID())
    source.failure = Failure(.tryLater, "It is on its way.")
    _ = pictures.picture(of: garden)
    await until { source.asked.count == 1 }
    await meanwhile()
    #expect(pictures.picture(of: garden) == nil && source.asked.count == 1)
    source.failure = nil
    pictures.refresh([garden])
    _ = pictures.picture(of: garden)
    await until { pictures.picture(of: garden) != nil }
    pictures.refresh([])
    #expect(pictures.picture(of: garden) == nil)
  }
}

/// One pixel for every channel.
private final class OnePicture: PictureSource {
  // The model asks on the main actor, one question after the other.
  nonisolated(unsafe) var failure: Failure?
  nonisolated(unsafe) var asked: [String] = []

  func picture(of item: InboxRow, side: Int, isPrompt: Bool) async throws(Failure) -> PictureRaster {
    throw Failure(.usage, "There is none.")
  }

  @MainActor
  func picture(ofChannel name: String, side: Int) async throws(Failure) -> PictureRaster {
    asked.append(name)
    if let failure { throw failure }
    guard let picture = PictureRaster([0, 0, 0, 1, 0, 0, 0, 1, 29, 91, 121, 255], side: side) else {
      throw Failure(.badData, "It is none.")
    }
    return picture
  }

  func find(_ choice: PictureChoice) async throws(Failure) -> PicturePlace { throw Failure(.usage, "There is none.") }
}
