internal import AgentAPI
internal import FoundationEssentials

extension AgentLink {
  /// The most pages of people that are looked through, of 500 each: whoever has more is shown ids.
  private static let pageCount = 10
  /// How long after a vain look the server is asked again.
  private static let pause = Duration.seconds(3)

  /// Learns anew whose names need no id beside them, and who is blocked; where that can't be, all names do.
  public func learnNames() {
    learning?.cancel()
    learned = (.now, false)
    learning = Task { [weak self] in
      var (people, last): ([PersonRow], UUID?) = ([], nil)
      for _ in 0..<Self.pageCount {
        do throws(Failure) {
          guard let page = try await self?.people(nil, after: last) else { return }
          people += page.people
          last = page.next
          // It is tried again when the inbox is read.
        } catch { return }
        if last == nil { break }
      }
      guard let self, !Task.isCancelled else { return }
      learned = (.now, true)
      contacts = people.filter(\.isFollowed)
      blocked = Set(people.filter(\.isBlocked).map(\.user))
      names = last == nil ? NameBook(people) : NameBook()
    }
  }

  /// Follows what the inbox tells of people.
  ///
  /// - Parameter newest: its newest item.
  func followNames(_ newest: InboxRow?) {
    let isNews = newest?.kind == "follow" && newest?.number != newestFollower
    if isNews {
      newestFollower = newest?.number
      tellPeopleChange()
    }
    let isMissing = learned.map { !$0.isDone && $0.at.duration(to: .now) > Self.pause } ?? true
    if isNews || isMissing { learnNames() }
  }

  /// Forgets them all: somebody else is logged in, or nobody.
  func forgetNames(of owner: String?) {
    let isOther = contactsOwner != nil
    contactsOwner = owner
    guard isOther || owner == nil else { return }
    learning?.cancel()
    (names, contacts, blocked, learned) = (NameBook(), [], [], nil)
  }
}
