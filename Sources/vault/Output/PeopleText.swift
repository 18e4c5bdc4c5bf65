internal import AgentAPI
internal import FoundationEssentials
internal import Terminal

/// A list of people as people see it.
struct PeopleText {
  let listing: PeopleListing
  let style: Style

  /// One person in each line, and how many there are of each kind.
  var lines: [String] {
    let cells = listing.people.map { person in
      [
        Table.Cell(Escaping.line(person.nickname ?? person.name), paint: style.bold),
        // Beside a name that anybody may take, not beside one's own for somebody.
        Table.Cell(person.nickname == nil ? person.user.shortDigits : "", paint: style.dim),
        Table.Cell(Self.relation(person)),
      ]
    }
    let hint = listing.people.isEmpty ? ["vault people invite makes a code with which somebody follows you."] : []
    return Table(cells).lines(width: nil) + [counts] + hint
  }

  private static func relation(_ person: PersonRow) -> String {
    let follows =
      switch (person.isFollowed, person.isFollower) {
      case (true, true): "contact"
      case (true, false): "you follow them"
      case (false, true): "follows you"
      case (false, false): ""
      }
    let known = person.nickname == nil ? "" : "known as \(Escaping.line(person.name)) (\(person.user.shortDigits))"
    return [follows, person.isBlocked ? "blocked" : "", known].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private var counts: String {
    let (contacts, followers) = (listing.contacts, listing.followers)
    return [
      contacts == 1 ? "1 contact" : "\(contacts) contacts", followers == 1 ? "1 follower" : "\(followers) followers",
      "\(listing.followed) followed", "\(listing.blocked) blocked",
    ].joined(separator: ", ")
  }
}
