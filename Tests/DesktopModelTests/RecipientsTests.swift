import AgentAPI
import DesktopModel
import Foundation
import Testing

@Suite("To whom the user can write")
struct RecipientsTests {
  private func person(_ name: String, nickname: String? = nil, isFollower: Bool = true, isBlocked: Bool = false)
    -> PersonRow
  {
    PersonRow(
      user: UUID(), name: name, isFollowed: true, isFollower: isFollower, isBlocked: isBlocked, nickname: nickname)
  }

  @Test("is whoever is a contact, by the beginning of a word of the name or of what the user calls them")
  func offered() {
    let people = [
      person("bob"), person("grace", nickname: "Aunt Grace"), person("ann.lee"), person("eve", isFollower: false),
      person("mallory", isBlocked: true),
    ]
    let recipients = Recipients(people, NameBook(people))
    #expect(recipients.offered(for: "").map(\.title) == ["Aunt Grace", "ann.lee", "bob"])
    #expect(recipients.offered(for: " GR").map(\.title) == ["Aunt Grace"])
    #expect(recipients.offered(for: "lee").map(\.user) == [people[2].user])
    #expect(recipients.offered(for: "zed").isEmpty)
  }

  @Test("is told apart by the id where two are called the same, and are not too many")
  func alike() {
    let people = (0..<20).map { _ in person("bob") }
    let offered = Recipients(people, NameBook(people)).offered(for: "bob")
    #expect(
      offered.count == 6 && offered.allSatisfy { $0.title == "bob (\($0.user.uuidString.lowercased().prefix(8)))" })
  }
}
