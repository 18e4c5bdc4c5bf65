import Foundation
import ServerAPI
import Testing

@Suite("The own account as JSON")
struct OwnAccountTests {
  @Test(
    "what is written is what Foundation writes",
    arguments: [
      "ada@example.org", "quo\"te@example.org", "back\\slash@example.org", "a/b@example.org", "\u{1}@example.org",
    ])
  func agreement(email: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for isAdministrator in [true, false] {
      let account = OwnAccount(id: UUID(), email: email, isAdministrator: isAdministrator)
      #expect(Data(account.json) == (try encoder.encode(account)))
    }
  }
}
