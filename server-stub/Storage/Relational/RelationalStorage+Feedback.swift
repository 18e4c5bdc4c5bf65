internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func append(
    _ draft: FeedbackDraft, makeHint: @escaping @Sendable (FeedbackHint) throws -> StoredPush
  ) async throws -> FeedbackOutcome {
    try await write { transaction in
      try transaction.lockParties(of: draft)
      if let outcome = try transaction.earlier(draft) { return outcome }
      guard let subject = try transaction.resolve(draft.subject, for: draft.author),
        try subject.isOthers || transaction.mayArrive(subject.personal(by: draft.author))
      else { return .noSubject }
      switch draft.content {
      case .like(let isGiven):
        if let outcome = try transaction.change(isGiven, subject, draft) { return outcome }
      case .comment: break
      }
      guard try !transaction.hasSaidEnough(draft, to: subject.other) else { return .tooMany }
      let stored = try transaction.insert(draft, subject.own, of: draft.author, peer: subject.other)
      guard let place = subject.others else { return .stored(stored, notice: nil) }
      // A block is silent: whether the other one has a copy is seen nowhere in the author's. The hint is withheld like all that they send,
      // and counts among that: retention takes what is older as it would have done.
      if try !transaction.isBlocked(subject.personal(by: draft.author)) {
        _ = try transaction.insert(draft, place, of: subject.other, peer: draft.author)
      }
      let hint = FeedbackHint(
        isLike: stored.text == nil, subject: place.subject, isAboutOwn: !subject.isOthers, recipient: subject.other,
        date: draft.createdAt)
      guard case .stored(let push, let numbers, _, _) = try transaction.append(try makeHint(hint)),
        let number = numbers[subject.other]
      else { return .stored(stored, notice: nil) }
      return .stored(stored, notice: StoredNotice(push: push, account: subject.other, sequence: number))
    }
  }

  func feedback(of account: UUID, after number: Int64, limit: Int) async throws -> FeedbackPage {
    try await read { transaction in
      try transaction.page("number > ?2 ORDER BY number LIMIT ?3", [account, number, limit], of: account)
    }
  }

  func feedback(of account: UUID, about subject: FeedbackSubject, limit: Int) async throws -> FeedbackPage {
    try await read { transaction in
      var page =
        switch subject {
        case .push(let id):
          try transaction.page(
            "push = (SELECT pushes.number FROM pushes WHERE pushes.id = ?2) ORDER BY feedback.number DESC LIMIT ?3",
            [account, id, limit], of: account)
        case .message(let user, let sequence):
          try transaction.page(
            """
            channel = (SELECT channels.id FROM channels WHERE channels.owner = ?1 AND partner = ?2) AND message = ?4
            ORDER BY feedback.number DESC LIMIT ?3
            """, [account, user, limit, sequence], of: account)
        }
      page.feedback.reverse()
      return page
    }
  }
}
