internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OneTimePassword
internal import OwnerVerification
internal import SecretMemory
internal import VaultModel

/// The request for the one-time code of a protected text.
struct CodeController: Sendable {
  let edits: TaskEdits
  let access: any OwnerAccessing
  let confirmed: ConfirmedTextsService
  let opener: TextOpener
  let sealing: TextSealing
  let owner: any RevealRecording

  /// Sends the code; it takes what a reveal takes. A counter is raised, durably, before its code is sent: no code comes twice.
  func show(_ reference: String, _ conversation: any Conversation) async throws(Failure) -> CodeValidity {
    let named = try await edits.names.named(reference)
    guard named.task.isProtected else {
      throw Failure(.usage, "That task is not protected.", hint: "Seal its text with vault protect.")
    }
    let (text, task, unlock) = try await access.open("code", named.task.id, conversation) { () throws(Failure) in
      let (task, unlock) = try await confirmed.unlock(named, by: access, edits.names, conversation)
      return (try await body(of: task, unlock), task, unlock)
    }
    let now = Int64(edits.now().timeIntervalSince1970)
    let (code, raised, validity) = try Self.read(text, at: now)
    guard conversation.lockCount == unlock.locks else { throw .lockedMeanwhile }
    if let raised { try await store(raised, in: task, unlock) }
    let notice = SecretNotice(kind: .oneTimeCode, task: TaskRow(shortID: named.shortID, task: task))
    try await conversation.show(code, as: notice, unlessLockedSince: unlock.locks)
    await owner.recordReveal()
    return validity
  }

  /// The text without its steps, which say nothing of a code.
  private func body(of task: TodoTask, _ unlock: OwnerService.Unlock) async throws(Failure) -> SharedSecret {
    guard let item = task.sealedText else { throw Failure(.badData, "This task is not protected.") }
    return try await opener.open(item, of: unlock.owner, wasAsked: unlock.wasVerified)
  }

  /// The code of a moment, and the text with its counter raised where it has one.
  private static func read(
    _ text: SharedSecret, at seconds: Int64
  ) throws(Failure) -> (code: SharedSecret, raised: SharedSecret?, CodeValidity) {
    do {
      let uri = try KeyURI(in: text.bytes)
      let code = SharedSecret(try uri.password.code(at: seconds))
      var raised: SharedSecret?
      if let next = try uri.raised(in: text.bytes) { raised = SharedSecret(next) }
      return (code, raised, CodeValidity(seconds: uri.password.validSeconds(at: seconds)))
    } catch let error as KeyURIError { throw error.failure } catch {
      throw Failure(
        .unavailable, "The code can't be computed: \(String(describing: error)).", hint: "Run vault doctor for details."
      )
    }
  }

  /// Puts a text in the place of the one that was read.
  private func store(_ text: SharedSecret, in task: TodoTask, _ unlock: OwnerService.Unlock) async throws(Failure) {
    // It would be the owner's text from then on, and they have not seen it.
    guard let item = task.sealedText, try await confirmed.isConfirmed(item, of: unlock.owner) else {
      throw Failure(.refused, "The text is not confirmed yet.", hint: "Read it first with vault reveal TASK.")
    }
    var sealer = TextSealer(unlock.owner)
    var after = task
    after.modifiedAt = edits.now()
    try await sealing.seal(text, hasSubtasks: false, into: &after, with: &sealer)
    let operation = try await sealing.records.storing(sealer.records) { [after] () throws(Failure) in
      try await edits.apply([TaskChange(before: task, after: after)], as: "edit", at: after.modifiedAt)
    }
    // Behind the storing, which takes back what it stored where this fails: the row needs it by now.
    try await edits.passOver(operation)
    await confirmed.recordSealed(after.sealedItems.filter(\.seal.hasOwnerMAC), by: sealer.owner)
  }
}

extension KeyURIError: FailureConvertible {
  /// Never a word of the text.
  var failure: Failure {
    switch self {
    case .noURI:
      Failure(
        .usage, "The text has no line that begins with otpauth://.",
        hint: "Give it one with vault edit TASK --text, as your service shows it beside its QR code.")
    case .outOfMemory: Failure(.tryLater, "There is not enough memory.")
    default:
      Failure(
        .badData, "The otpauth:// line makes no codes: \(problem).", hint: "Correct it with vault edit TASK --text.")
    }
  }

  private var problem: LocalizedText {
    switch self {
    case .noURI, .outOfMemory: ""
    case .tooLong: "it is too long"
    case .unknownType: "it is neither totp nor hotp"
    case .noKey: "it has no secret"
    case .badKey: "its secret is not Base32"
    case .badAlgorithm: "its algorithm is not SHA1, SHA256 or SHA512"
    case .badDigits: "its digits are not 6, 7 or 8"
    case .badPeriod: "its period is not 1 to 3600 seconds"
    case .badCounter: "it has no counter, or one that is too large"
    case .repeated: "a parameter stands there twice"
    }
  }
}

extension RequestRouter {
  /// Adds the request that the controller answers.
  mutating func route(to codes: CodeController) {
    on(ShowCode.self) { (request, conversation) throws(Failure) in try await codes.show(request.task, conversation) }
  }
}
