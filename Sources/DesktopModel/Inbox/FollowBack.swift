public import AgentAPI
public import FoundationEssentials

/// Follows somebody of whom an item tells that they follow the user.
@MainActor
public final class FollowBack {
  /// Called with what came of it.
  public var told: @MainActor (Result<Notice, Failure>) -> Void = { _ in }
  /// Called when that has changed what can be done.
  public var changed: @MainActor () -> Void = {}

  private let service: any PeopleService
  private var followed: Set<UUID> = []
  private var isBusy = false

  /// Makes one.
  public init(_ service: any PeopleService) { self.service = service }

  /// Whom an item leads to follow; nil where it tells of nobody, or of somebody who is followed already.
  ///
  /// - Parameter contacts: whom the user follows, as far as that is known.
  public func person(of item: InboxRow, contacts: [PersonRow]) -> UUID? {
    guard item.isFollow, let user = item.sender?.id else { return nil }
    guard contacts.contains(where: { $0.user == user }) else { return followed.contains(user) ? nil : user }
    // From now on the contacts tell, also that they are followed no more.
    followed.remove(user)
    return nil
  }

  /// Follows somebody. By the id: nobody else is meant, whatever they are called by now.
  public func follow(_ user: UUID) {
    guard !isBusy else { return }
    isBusy = true
    Task { [weak self, service] in
      defer { self?.isBusy = false }
      do throws(Failure) {
        let words = try await service.act(.follow, on: user.uuidString)
        self?.followed.insert(user)
        self?.told(.success(Notice(words)))
        self?.changed()
      } catch { self?.told(.failure(error)) }
    }
  }
}
