public import Inbox
public import TaskStore

/// Why the inbox on this machine can't be had, or could not be changed.
public enum AgentInboxError: Error, Sendable {
  /// Nobody is logged in.
  case nobody
  /// The inbox's own database could not do it.
  case store(InboxStoreError)
  /// What the vault has recorded of the inbox can't be read.
  case record(VaultRecordError)
  /// The tasks can't be read whose items are to be emptied.
  case tasks(TaskStoreError)
  /// What was pushed is not erased yet.
  case unerased(InboxStoreError)
}
