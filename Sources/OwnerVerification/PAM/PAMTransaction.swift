// The only file that imports CPAM; no pointer of the library leaves it.
internal import CPAM
internal import Glibc
internal import SecretMemory

/// The library's status numbers that the agent distinguishes.
enum PAMStatus {
  static let success = PAM_SUCCESS
  static let maximumTries = PAM_MAXTRIES
  static let accountExpired = PAM_ACCT_EXPIRED
  static let newPasswordRequired = PAM_NEW_AUTHTOK_REQD
  static let passwordExpired = PAM_AUTHTOK_EXPIRED
  static let userUnknown = PAM_USER_UNKNOWN
  static let conversationFailed = PAM_CONV_ERR
  static let systemError = PAM_SYSTEM_ERR
  /// The modules could not work, as opposed to refusing.
  static let moduleFailures = [
    PAM_OPEN_ERR, PAM_SYMBOL_ERR, PAM_SERVICE_ERR, PAM_SYSTEM_ERR, PAM_BUF_ERR, PAM_AUTHINFO_UNAVAIL, PAM_ABORT,
    PAM_MODULE_UNKNOWN, PAM_CRED_INSUFFICIENT,
  ]

  /// The library's words for a status.
  static func text(_ status: Int32) -> String {
    guard let words = pam_strerror(nil, status) else { return "status \(status)" }
    return "\(String(cString: words)) (status \(status))"
  }
}

/// Carries a module's message to the person.
protocol PAMConversing: AnyObject {
  /// Asks, and returns the answer; nil ends the transaction.
  func ask(_ text: [UInt8], isHidden: Bool) -> SecretBytes?
  /// Shows a message; false ends the transaction.
  func show(_ text: [UInt8], isError: Bool) -> Bool
}

/// One walk through PAM: start, authenticate, account check, end. Blocks; runs in the child only.
enum PAMTransaction {
  /// Verifies `user` with the modules of `service`.
  static func run(service: String, user: String, directory: String?, conversing: some PAMConversing) -> PAMOutcome {
    let context = Unmanaged.passRetained(Conversation(conversing))
    defer { context.release() }
    var conversation = pam_conv(conv: converse, appdata_ptr: context.toOpaque())
    var handle: OpaquePointer?
    let started =
      if let directory {
        pam_start_confdir(service, user, &conversation, directory, &handle)
      } else {
        pam_start(service, user, &conversation, &handle)
      }
    guard started == PAM_SUCCESS, let handle else { return PAMOutcome(stage: .start, status: started) }
    let outcome = verify(handle, user: user)
    pam_end(handle, outcome.status)
    return outcome
  }

  private static func verify(_ handle: OpaquePointer, user: String) -> PAMOutcome {
    let flags = Int32(bitPattern: UInt32(PAM_DISALLOW_NULL_AUTHTOK))
    let authenticated = pam_authenticate(handle, flags)
    guard authenticated == PAM_SUCCESS else { return PAMOutcome(stage: .authenticate, status: authenticated) }
    let permitted = pam_acct_mgmt(handle, flags)
    guard permitted == PAM_SUCCESS else { return PAMOutcome(stage: .account, status: permitted) }
    var item: UnsafeRawPointer?
    guard pam_get_item(handle, PAM_USER, &item) == PAM_SUCCESS, let item,
      String(cString: item.assumingMemoryBound(to: CChar.self)) == user
    else { return PAMOutcome(stage: .user, status: PAM_USER_UNKNOWN) }
    return PAMOutcome(stage: .complete, status: PAM_SUCCESS)
  }
}

/// What the library carries through to the callback.
private final class Conversation {
  let conversing: any PAMConversing

  init(_ conversing: any PAMConversing) { self.conversing = conversing }

  /// One message; its answer as the modules expect it: a `malloc`ed C string that the module frees.
  func respond(to message: pam_message) -> (isAccepted: Bool, answer: UnsafeMutablePointer<CChar>?) {
    var text: [UInt8] = []
    if let words = message.msg {
      text += UnsafeRawBufferPointer(start: words, count: strnlen(words, PAMFrame.maximumText))
    }
    switch message.msg_style {
    case PAM_PROMPT_ECHO_OFF, PAM_PROMPT_ECHO_ON:
      let isHidden = message.msg_style == PAM_PROMPT_ECHO_OFF
      guard let answer = conversing.ask(text, isHidden: isHidden) else { return (false, nil) }
      let copy = calloc(answer.count + 1, 1)?.assumingMemoryBound(to: CChar.self)
      answer.withUnsafeBytes { bytes in
        if let copy, let base = bytes.baseAddress { memcpy(copy, base, bytes.count) }
      }
      return (copy != nil, copy)
    case PAM_TEXT_INFO, PAM_ERROR_MSG: return (conversing.show(text, isError: message.msg_style == PAM_ERROR_MSG), nil)
    default: return (false, nil)
    }
  }
}

/// The library's callback: several messages at once, one response for each.
private func converse(
  count: Int32, messages: UnsafeMutablePointer<UnsafePointer<pam_message>?>?,
  responses: UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>?, context: UnsafeMutableRawPointer?
) -> Int32 {
  guard (1...PAM_MAX_NUM_MSG).contains(count), let messages, let responses, let context,
    let made = calloc(Int(count), MemoryLayout<pam_response>.stride)?.assumingMemoryBound(to: pam_response.self)
  else { return PAM_CONV_ERR }
  let conversation = Unmanaged<Conversation>.fromOpaque(context).takeUnretainedValue()
  for index in 0..<Int(count) {
    let (isAccepted, answer) = messages[index].map { conversation.respond(to: $0.pointee) } ?? (false, nil)
    made[index].resp = answer
    guard isAccepted else {
      for earlier in 0...index { discard(made[earlier].resp) }
      free(made)
      return PAM_CONV_ERR
    }
  }
  responses.pointee = made
  return PAM_SUCCESS
}

/// Overwrites and frees an answer that no module will get.
private func discard(_ answer: UnsafeMutablePointer<CChar>?) {
  guard let answer else { return }
  explicit_bzero(answer, strlen(answer))
  free(answer)
}
