internal import AgentAPI
internal import AgentInbox
internal import CredentialStore
internal import DesktopSession
internal import FoundationEssentials
internal import Inbox
internal import LinuxSystem
internal import Reminders
internal import ServerClient
internal import TaskStore
internal import VaultModel

/// What the agent's log says of an error: its kind and the ids that it concerns. What a person is told may name a task, a file
/// called after one, or what a server or a desktop said, and a log is read by others.
struct LogReason: CustomStringConvertible {
  let description: String

  init(_ error: any Error) {
    switch error {
    case let error as Failure: description = Self.words(error.code.rawValue, error.tasks)
    case let error as VaultRecordError: description = LogReason(error.failure).description
    case let error as AgentInboxError: description = LogReason(error.failure).description
    case let error as TaskStoreError: description = Self.words(error.code.rawValue, error.ids)
    case let error as InboxStoreError: description = error.code.rawValue
    case let error as ServerClientError: description = error.code.rawValue
    case let error as CredentialStoreError: description = error.description
    case let error as DesktopNotificationError: description = error.kind
    case let error as ReminderPresenterError: description = error.description
    case let error as ReminderFailure: description = "\(error.step.rawValue): \(LogReason(error.reason))"
    case let error as SystemError: description = error.description
    default: description = String(describing: type(of: error))
    }
  }

  private static func words(_ code: String, _ ids: [UUID]) -> String {
    ([code] + ids.map(\.text)).joined(separator: " ")
  }
}
