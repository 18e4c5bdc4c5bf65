internal import AgentAPI
internal import FoundationEssentials
internal import Terminal

/// A list of people as people see it.
struct PeopleText {
  /// How many digits of an id are shown: as many as commands take for one.
  private static let digitCount = 8

  let listing: PeopleListing
  let style: Style

  /// One person in each line, and how many there are of each kind.
  var lines: [String] {
    let cells = listing.people.map { person in
      [
        Table.Cell(Escaping.line(person.nickname ?? person.name), paint: style.bold),
        // Beside a name that anybody may take, not beside one's own for somebody.
        Table.Cell(person.nickname == nil ? Self.digits(person) : "", paint: style.dim),
        Table.Cell(Self.relation(person)),
      ]
    }
    return Table(cells).lines(width: nil) + [counts]
  }

  private static func relation(_ person: PersonRow) -> String {
    let follows =
      switch (person.isFollowed, person.isFollower) {
      case (true, true): "contact"
      case (true, false): "you follow them"
      case (false, true): "follows you"
      case (false, false): ""
      }
    let known = person.nickname == nil ? "" : "known as \(Escaping.line(person.name)) (\(digits(person)))"
    return [follows, person.isBlocked ? "blocked" : "", known].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func digits(_ person: PersonRow) -> String {
    String(person.user.uuidString.lowercased().prefix(digitCount))
  }

  private var counts: String {
    let (contacts, followers) = (listing.contacts, listing.followers)
    return [
      contacts == 1 ? "1 contact" : "\(contacts) contacts", followers == 1 ? "1 follower" : "\(followers) followers",
      "\(listing.followed) followed", "\(listing.blocked) blocked",
    ].joined(separator: ", ")
  }
}
