internal import AgentAPI
internal import Localization
public import SecretMemory

/// How the login stands, and what a login form comes to.
@MainActor
public final class AccountModel {
  /// What there is to see.
  public enum State: Equatable, Sendable {
    /// It is not known yet.
    case unknown
    /// There is a valid login.
    case loggedIn(email: String)
    /// The owner has logged out, and may log in again with what is stored.
    case loggedOut
    /// There are no valid credentials.
    case needsLogin
    /// The server can't be reached, and why.
    case unreachable(String)
  }

  /// What is wrong in the form, at which place.
  public struct Problems: Equatable, Sendable {
    /// With the email.
    public var email: String?
    /// With the password.
    public var password: String?
    /// With the server's address.
    public var server: String?
    /// With all of them together, for instance what the server says.
    public var whole: String?

    /// Whether the password may be what the server refuses: then it is typed anew.
    public var isRefusal = false

    /// Whether nothing is wrong.
    public var isEmpty: Bool { self == Problems() }
  }

  /// How the login stands.
  public private(set) var state = State.unknown
  /// Whether the way to an inbox is a login: not while there is a valid one, or nothing is known.
  public var leadsToLogin: Bool {
    switch state {
    case .unknown, .loggedIn: false
    case .loggedOut, .needsLogin, .unreachable: true
    }
  }
  /// The email and the server that are known, to stand in the form; empty where none is.
  public private(set) var known = (email: "", server: "")
  /// Why a form is shown, for instance since the server refused the stored password; nil where nobody has logged in yet.
  public private(set) var reason: String?
  /// Why the server lets nobody in with the login that is stored; nil while it does, and where none is stored.
  public var refusal: String? { state == .needsLogin ? reason : nil }

  /// Whether the agent says that refusal with an answer, as it does once on each connection: the pages say it already, with a button that mends it.
  public func isRefusal(_ note: String) -> Bool {
    refusal != nil && !known.server.isEmpty && note.contains(known.server) && note.contains(known.email)
  }
  /// What is wrong in the form.
  public private(set) var problems = Problems()
  /// Whether a login is under way.
  public private(set) var isWaiting = false
  /// Called when any of that may have changed.
  public var changed: @MainActor () -> Void = {}
  /// Called after a login, with what there is to tell.
  public var loggedIn: @MainActor (Notice) -> Void = { _ in }

  private let service: any AccountService
  private var isReading = false
  private var isWanted = false
  /// Whether somebody logs in with another account than the one that is stored.
  private var wantsAnother = false

  /// Knows nothing until ``refresh()``.
  public init(_ service: any AccountService) { self.service = service }

  /// Looks how the login stands.
  public func refresh() {
    isWanted = true
    guard !isReading else { return }
    isReading = true
    Task { [weak self, service] in
      // What was asked for meanwhile is asked again: the answer may be one of before.
      while self?.isWanted == true {
        self?.isWanted = false
        // Without an agent nobody knows of anything else; it is looked again once there is one.
        do throws(Failure) { self?.take(try await service.account()) } catch { break }
      }
      self?.isReading = false
    }
  }

  /// Logs in with what is stored; where that is not valid, the form is next.
  public func logInSilently() {
    attempt { [service] () throws(Failure) in
      try await service.logInSilently()
      return []
    }
  }

  /// Shows the form though something is stored.
  public func useAnother() {
    (wantsAnother, state) = (true, .needsLogin)
    changed()
  }

  /// Logs in with what was typed, if that can be right.
  ///
  /// - Parameter password: nil where it could not be read.
  public func logIn(_ entries: LoginEntries, _ password: SharedSecret?) {
    guard !isWaiting else { return }
    problems = Problems(
      email: entries.emailProblem, password: (password?.bytes.count ?? 0) == 0 ? localized("Type the password.") : nil,
      server: entries.serverProblem(isKnown: !known.server.isEmpty))
    guard problems.isEmpty, let password else { return changed() }
    let box = PasswordBox(password)
    attempt { [service] () throws(Failure) in try await service.logIn(entries, box) }
  }

  private func attempt(_ body: @escaping () async throws(Failure) -> [String]) {
    guard !isWaiting else { return }
    (isWaiting, problems) = (true, Problems())
    changed()
    Task { [weak self] in
      do throws(Failure) {
        let notes = try await body()
        self?.isWaiting = false
        self?.loggedIn(Notice(([localized("Logged in.")] + notes).joined(separator: " ")))
      } catch {
        self?.isWaiting = false
        self?.tell(error)
      }
      self?.refresh()
    }
  }

  /// Says what is wrong where it is mended: what is no vault server, or none that answers, by its address.
  private func tell(_ failure: Failure) {
    switch failure.code {
    case .unavailable, .configuration: problems.server = failure.line
    // The form is its own advice where something in it was refused.
    case .refused: (problems.whole, problems.isRefusal) = (failure.message, true)
    default: problems.whole = failure.line
    }
    changed()
  }

  /// What was wrong with something is told until it is typed anew.
  public func forget(_ problem: WritableKeyPath<Problems, String?>) {
    guard !isWaiting, problems[keyPath: problem] != nil || problems.whole != nil else { return }
    problems[keyPath: problem] = nil
    (problems.whole, problems.isRefusal) = (nil, false)
    changed()
  }

  private func take(_ account: AccountStatus) {
    known = (account.email ?? "", account.server ?? "")
    reason = account.state == .needsCredentials ? account.problem.map(Self.sentence) : nil
    switch account.state {
    case .loggedIn: (state, wantsAnother) = (.loggedIn(email: known.email), false)
    case .loggedOut: state = wantsAnother ? .needsLogin : .loggedOut
    case .needsCredentials: state = .needsLogin
    case .unreachable: state = .unreachable(account.problem ?? localized("The server can't be reached."))
    case .loggingIn, .unknown: break
    }
    changed()
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }
}
