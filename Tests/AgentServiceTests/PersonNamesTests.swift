import Foundation
import ServerAPI
import Testing

@testable import AgentService

@Suite("Names of people")
struct PersonNamesTests {
  private func contact(
    _ name: String, _ keys: [String]? = nil, as nickname: String? = nil, _ nicknameKeys: [String]? = nil,
    id: UUID = UUID()
  ) -> Person {
    Person(
      user: id, name: name, isFollowed: true, isFollower: true, isBlocked: false, nickname: nickname,
      likeness: keys ?? [name], nicknameLikeness: nickname.map { nicknameKeys ?? [$0] })
  }

  private func names(_ people: Person..., onlyContacts: Bool = true) -> PersonNames {
    PersonNames(people: people) { !onlyContacts || $0.isFollowed && $0.isFollower }
  }

  @Test("a nickname comes before every name, and before the beginning of every id")
  func nicknameFirst() {
    let mum = contact("grace", as: "bob")
    let bob = contact("bob")
    #expect(names(bob, mum).people(meantBy: "bob") == [mum])
    #expect(names(bob, mum).people(meantBy: "grace") == [mum])
    #expect(names(bob, mum).people(meantBy: "Bob").isEmpty)
  }

  @Test("a nickname in another form of Unicode is the same")
  func forms() {
    let jose = contact("jose", as: "Jos\u{E9}")
    #expect(names(jose).people(meantBy: "Jose\u{301}") == [jose])
  }

  @Test("a name counts among contacts alone where something is sent, and among everybody elsewhere")
  func strangers() {
    var stranger = contact("bob")
    stranger.isFollowed = false
    let bob = contact("bob")
    #expect(names(bob, stranger).people(meantBy: "bob") == [bob])
    #expect(names(stranger).people(meantBy: "bob").isEmpty)
    #expect(names(bob, stranger, onlyContacts: false).people(meantBy: "bob") == [bob, stranger])
  }

  @Test("who looks like the one who is meant is among the answer, by name and by nickname, strangers by nickname alone")
  func lookalikes() {
    let mary = contact("mary", ["rnary"])
    let rnary = contact("rnary")
    var stranger = contact("rnary")
    stranger.isFollower = false
    let named = contact("x", as: "rnary")
    #expect(names(mary, rnary).people(meantBy: "mary") == [mary, rnary])
    #expect(names(mary, stranger).people(meantBy: "mary") == [mary])
    #expect(names(mary, named).people(meantBy: "mary") == [mary, named])
    #expect(names(mary, named).people(meantBy: "rnary") == [named], "a nickname is one's own word")
  }

  @Test("what is meant by an id's beginning and by another's name is one of two")
  func digits() throws {
    let id = try #require(UUID(uuidString: "DEADBEEF-0000-4000-8000-000000000000"))
    let ada = contact("ada", id: id)
    let sly = contact("deadbeef")
    #expect(names(ada).people(meantBy: "deadbeef") == [ada] && names(ada).people(meantBy: "DEADBEEF-00") == [ada])
    #expect(names(ada, sly).people(meantBy: "deadbeef") == [ada, sly])
    #expect(names(ada).people(meantBy: "deadbee").isEmpty)
  }

  @Test("a server of before says nothing of what names look like, and names count as they are")
  func formerServer() {
    var (mary, rnary) = (contact("mary"), contact("rnary"))
    (mary.likeness, rnary.likeness) = (nil, nil)
    #expect(names(mary, rnary).people(meantBy: "mary") == [mary])
  }

  @Test(
    "of any people, everybody who is called so is among the answer, and nobody who has neither name, nor looks, nor id")
  func properties() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let words = ["ada", "bob", "b0b", "mary", "rnary"]
      let people = (0..<5).map { _ in
        let name = words.randomElement(using: &generator) ?? "ada"
        let nickname = Bool.random(using: &generator) ? words.randomElement(using: &generator) : nil
        return contact(
          name, [name.replacing("m", with: "rn").replacing("0", with: "o")], as: nickname,
          nickname.map { [$0.replacing("m", with: "rn").replacing("0", with: "o")] })
      }
      let reference = words.randomElement(using: &generator) ?? "ada"
      let found = PersonNames(people: people) { _ in true }.people(meantBy: reference)
      let nicknamed = people.filter { $0.nickname == reference }
      if !nicknamed.isEmpty {
        #expect(found == nicknamed)
      } else {
        let named = people.filter { $0.name == reference }
        #expect(named.allSatisfy(found.contains) && (named.isEmpty == found.isEmpty))
      }
    }
  }
}

@Suite("What people type for a person")
struct PersonReferenceTests {
  @Test("is told by its form")
  func forms() throws {
    let id = UUID()
    #expect(PersonReference(id.uuidString) == .id(id) && PersonReference(id.uuidString.lowercased()) == .id(id))
    for code in [
      "0123-4567-89ab-cdef-0123-4567-89ab-cdef", "0123456789ABCDEF0123456789abcdef",
      "0123 4567 89ab cdef 0123 4567 89ab cdef",
    ] { #expect(PersonReference(code) == .code(code)) }
    #expect(PersonReference("ada@example.org") == .email("ada@example.org"))
    for name in [
      "ada", "0123-4567-89ab-cdef-0123-4567-89ab-cde", "", "4f2a6c1e", "x123-4567-89ab-cdef-0123-4567-89ab-cdef",
    ] {
      #expect(PersonReference(name) == .name(name))
    }
  }
}
