public import AgentAPI
public import FoundationEssentials

/// One person: who they are, what the two are to each other, and what is done about them.
@MainActor
public final class PersonModel {
  /// Who it is; nobody else has that id, whatever they are called.
  public let user: UUID
  /// What is known of them; nil until that was read.
  public private(set) var person: PersonRow?
  /// Why it could not be read; nil where it was.
  public private(set) var trouble: Failure?
  /// Whether it is being read.
  public private(set) var isReading = false
  /// Called when any of that changes.
  public var changed: @MainActor () -> Void = {}
  /// Called with what is to be told.
  public var told: @MainActor (Result<Notice, Failure>) -> Void = { _ in }

  private let service: any PeopleService & PersonService
  private var isBusy = false
  /// Whether something has happened since it was asked for.
  private var isOutdated = false

  /// Knows nothing until ``refresh()``.
  public init(_ user: UUID, _ service: any PeopleService & PersonService) {
    (self.user, self.service) = (user, service)
  }

  /// Reads what is known of them; once more where it is being read already, since that may be of before.
  public func refresh() {
    isOutdated = isReading
    guard !isReading else { return }
    isReading = true
    changed()
    Task { [weak self, service, user] in
      var (found, trouble): (PersonRow?, Failure?)
      do throws(Failure) { found = try await service.person(user) } catch { trouble = error }
      guard let self else { return }
      isReading = false
      // What was known stays while it can't be asked for.
      if let found { person = found }
      self.trouble = trouble
      changed()
      if isOutdated { refresh() }
    }
  }

  /// Does something about them.
  public func act(_ action: PersonAction) async {
    guard !isBusy else { return told(.failure(.notDoneYet)) }
    isBusy = true
    defer { isBusy = false }
    do throws(Failure) {
      told(.success(Notice(try await service.act(action, on: user.uuidString))))
      refresh()
    } catch { told(.failure(error)) }
  }

  /// Calls them something; the empty text takes the name away.
  ///
  /// - Throws: why it can't be, for instance since another one is called so.
  public func name(_ nickname: String) async throws(Failure) {
    told(.success(Notice(try await service.name(user, nickname.trimmed.nilIfEmpty))))
    refresh()
  }
}
