internal import FoundationEssentials
internal import ServerAPI
internal import VaultModel

/// Which of some people a name means, or the beginning of an id. Nothing is guessed: whoever could be meant besides is among the answer.
///
/// What the user calls somebody comes before all else. Names are taken by whoever wants them, so that one counts only where nobody's looks like it;
/// what looks alike the server says (``Person/likeness``).
struct PersonNames {
  /// Everybody whom the user has anything to do with.
  let people: [Person]
  /// Whether somebody's own name counts; their nickname and id always do.
  let isNamed: (Person) -> Bool

  /// Everybody who is meant, or could be.
  func people(meantBy reference: String) -> [Person] {
    let nicknamed = people.filter { $0.nickname == reference }
    if !nicknamed.isEmpty { return nicknamed }
    let named = people.filter { $0.name == reference && isNamed($0) }
    let keys = Set(named.flatMap { $0.likeness ?? [] })
    let beginning = IDBeginning(reference)
    return people.filter { person in
      (isNamed(person) && person.name == reference)
        || (isNamed(person) && person.likeness.map { !keys.isDisjoint(with: $0) } ?? false)
        || (person.nicknameLikeness.map { !keys.isDisjoint(with: $0) } ?? false)
        || (beginning?.matches(person.user) ?? false)
    }
  }
}
