import AgentAPI
import DesktopModel
import Foundation
import Testing

@Suite("A name without an id beside it")
struct NameBookTests {
  private func person(_ name: String, isFollowed: Bool = true, nickname: String? = nil) -> PersonRow {
    PersonRow(user: UUID(), name: name, isFollowed: isFollowed, isFollower: true, nickname: nickname)
  }

  private func text(_ person: PersonRow) -> String { "\(person.name) (\(person.user.beginning))" }

  @Test("is that of somebody whom the user follows, and nobody else is called so")
  func one() {
    let (bob, eve) = (person("bob"), person("eve", isFollowed: false))
    let book = NameBook([bob, eve])
    #expect(book.plain(text(bob)) == "bob" && book.name(of: bob.user) == "bob")
    #expect(book.plain(text(eve)) == text(eve) && book.name(of: eve.user) == nil)
    #expect(NameBook().plain(text(bob)) == text(bob))
  }

  @Test(
    "is not one that another has, or seems to have",
    arguments: [
      ("bob", "bob"), ("bob", "Bob"), ("bob", "b0b"), ("paul", "раul"), ("arne", "ame"), ("ann.lee", "annlee"),
      ("lil", "1i1"),
    ])
  func alike(_ name: String, _ other: String) {
    let (one, two) = (person(name), person(other, isFollowed: false))
    #expect(NameBook([one, two]).plain(text(one)) == text(one))
    #expect(NameBook([one, person("x", nickname: other)]).plain(text(one)) == text(one))
  }

  @Test(
    "is none that could be anything else",
    arguments: [
      "bob (4f2a6c1e)", "you", "Vault", "\u{202E}bob", "Боб", "", "two words", String(repeating: "a", count: 41),
    ])
  func odd(_ name: String) {
    let odd = person(name)
    #expect(NameBook([odd]).plain(text(odd)) == text(odd))
  }

  @Test(
    "is none that says in the user's language that something is their own",
    arguments: ["Ihnen", "ihnen", "lhnen", "Sie", "sie"])
  func you(_ name: String) {
    let one = person(name)
    #expect(NameBook([one], you: "Ihnen", "Sie").plain(text(one)) == text(one))
    #expect(NameBook([one], you: "you").plain(text(one)) == name)
  }

  @Test("is that in a sentence of the agent's, too, and no other id goes from there")
  func sentences() {
    let (bob, eve) = (person("bob"), person("eve", isFollowed: false))
    let book = NameBook([bob, eve])
    for (said, plain) in [
      ("You no longer follow \(text(bob)).", "You no longer follow bob."),
      ("You like “Tea (now)”, and \(text(bob)) sees that.", "You like “Tea (now)”, and bob sees that."),
      ("You and \(text(bob)), \(text(bob)) ", "You and bob, bob "),
    ] { #expect(book.plain(sentence: said) == plain) }
    let digits = bob.user.beginning
    for said in [
      "You follow \(text(eve)) now.", "mallory (\(digits)) is here.", "notbob (\(digits)) is here.", "bob (\(digits)",
      "(",
      "bob (\(digits)x)", "",
    ] { #expect(book.plain(sentence: said) == said) }
  }

  @Test("is no text of somebody else's that ends as one")
  func others() {
    let bob = person("bob")
    let book = NameBook([bob])
    for text in [
      "mallory (\(bob.user.beginning))", "your bob (\(bob.user.beginning))", "bob", "bob ()", "(\(bob.user.beginning))",
    ] {
      #expect(book.plain(text) == text)
    }
  }
}
