public import AgentAPI
internal import Localization

/// What the window asks of the agent about everything that the vault stands on.
public protocol DoctorService: Sendable {
  /// What all checks found.
  func findings() async throws(Failure) -> [DoctorFinding]

  /// Has the agent do something about what it found; may ask the owner.
  ///
  /// - Returns: what was done, as sentences.
  func apply(_ remedy: Remedy) async throws(Failure) -> String
}

extension AgentLink: DoctorService {
  public func findings() async throws(Failure) -> [DoctorFinding] {
    try await send(RunDoctor()).map(\.inWindow)
  }

  public func apply(_ remedy: Remedy) async throws(Failure) -> String {
    let done = try await ask(ApplyRemedy(remedy)).message
    // Whoever is logged in now has an inbox, which could not be followed before.
    if remedy == .logIn { followInbox() }
    return done
  }
}

/// What the checks found, the worst first.
@MainActor
public final class DoctorModel {
  /// Findings of one kind.
  public struct Section: Equatable, Sendable {
    /// How bad they are.
    public let severity: DoctorFinding.Severity
    /// In the order of the checks.
    public let findings: [DoctorFinding]
  }

  /// What is to be seen.
  public enum State: Equatable, Sendable {
    /// The checks are being made.
    case reading
    /// What they found.
    case found([Section])
    /// They can't be made.
    case failed(Failure)
  }

  /// What is to be seen.
  public private(set) var state = State.reading {
    didSet { if state != oldValue { changed() } }
  }
  /// Whether a remedy is under way.
  public private(set) var isApplying = false
  /// What the remedy that was chosen last came to; nil where none was.
  public private(set) var told: Result<String, Failure>?
  /// Called when any of that has changed.
  public var changed: @MainActor () -> Void = {}

  private let service: any DoctorService
  private let pause: @Sendable () async throws -> Void
  private var reading: Task<Void, Never>?

  /// How many findings of a kind are shown: more tell nobody anything.
  private static let maximumCount = 100

  /// How often the checks are asked for until an agent makes them: about ten seconds.
  private static let maximumReadCount = 40

  /// Shows nothing until ``refresh()``.
  ///
  /// - Parameter pause: waits before the checks are asked for once more.
  public init(
    _ service: any DoctorService,
    pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(250)) }
  ) { (self.service, self.pause) = (service, pause) }

  /// Makes the checks once more.
  public func refresh() {
    reading?.cancel()
    state = .reading
    reading = Task { [weak self, service, pause] in
      var next = State.reading
      for _ in 0..<Self.maximumReadCount {
        do throws(Failure) { next = .found(Self.sections(try await service.findings())) } catch {
          next = .failed(error)
        }
        // After some remedies the agent ends, and the next one is not there yet.
        guard case .failed(let failure) = next, failure.code == .unavailable else { break }
        do { try await pause() } catch { return }
        // Nobody waits for it any more.
        guard self != nil else { return }
      }
      if !Task.isCancelled { self?.state = next }
    }
  }

  /// Has the agent do something about what it found, and makes the checks once more. One at a time.
  public func apply(_ remedy: Remedy) {
    guard !isApplying else { return }
    (isApplying, told) = (true, nil)
    changed()
    Task { [weak self, service] in
      let outcome: Result<String, Failure>
      do throws(Failure) { outcome = .success(try await service.apply(remedy)) } catch { outcome = .failure(error) }
      self?.isApplying = false
      self?.told = outcome
      self?.refresh()
    }
  }

  private static func sections(_ findings: [DoctorFinding]) -> [Section] {
    [DoctorFinding.Severity.problem, .warning, .ok].compactMap { severity in
      let found = Array(findings.filter { $0.severity == severity }.prefix(maximumCount))
      return found.isEmpty ? nil : Section(severity: severity, findings: found)
    }
  }
}

extension DoctorFinding.Severity {
  /// What stands above findings of this kind.
  public var title: String {
    switch self {
    case .problem: localized("Does not work")
    case .warning: localized("Could be better")
    case .ok: localized("As it should be")
    }
  }
}

extension DoctorFinding {
  /// What was looked at, as people call it.
  public var title: String {
    switch subject {
    case "PAM": localized("Fingerprint and login password")
    case "session lock": localized("Lock with the session")
    case "memory lock": localized("Secrets in memory")
    case "credential store": localized("Keys and logins")
    case "agent": localized("The program in the background")
    case "PIN": localized("PIN")
    case "process memory": localized("Memory of the programs")
    case "screen saver": localized("Screen saver")
    case "tasks": localized("Tasks")
    case "server": localized("Server")
    case "device": localized("This device")
    case "inbox": localized("Inbox")
    case "notifications": localized("Notifications")
    case "settings", "configuration": localized("Settings")
    case "pictures": localized("Pictures")
    case "lost items": localized("Lost items")
    case "redactions": localized("Texts still on a server")
    case "former server": localized("Former server")
    case "former texts": localized("Former texts")
    case "set aside": localized("Files that were set aside")
    default: subject.prefix(1).uppercased() + subject.dropFirst()
    }
  }
}

extension Remedy {
  /// What stands on its button; nil where there is none.
  public var word: String? {
    switch self {
    case .setPIN: localized("Set a PIN")
    case .createRecoveryCode: localized("Make One")
    case .confirmSettings: localized("Confirm")
    case .logIn: localized("Log In")
    case .unknown: nil
    }
  }
}
