internal import AgentAPI
internal import AgentInbox
internal import DesktopSession
internal import FoundationEssentials
internal import Glibc
internal import Inbox
internal import LinuxSystem
internal import Localization
internal import OwnerVerification
internal import ServerClient
internal import TaskStore
internal import Testing
internal import VaultModel

@testable internal import AgentService

@Suite("What the agent's log says of errors")
struct LogReasonTests {
  @Test("a task stands there by its id, whatever its file is called, also after it was put in words for a person")
  func ids() {
    let id = UUID()
    let error = TaskStoreError(.invalid, "Quixotic file.ics has the same to-do once more", ids: [id])
    for error: any Error in [error, Failure(error)] {
      let reason = LogReason(error).description
      #expect(reason.contains(id.text), "\(reason)")
      #expect(!reason.contains("Quixotic"), "\(reason)")
    }
  }

  @Test("nor does a label, or a file that is called after one, stand in the access log: why it was refused does")
  func accessLog() throws {
    let (id, client) = (UUID(), try ProcessIdentity(pid: getpid()))
    let damaged = Failure(TaskStoreError(.damaged, "Quixotic file.ics", ids: [id]))
    let unanswered = Failure.unanswered(Prompt(.protectedText, text: "New text of Quixotic"))
    #expect([damaged, unanswered].allSatisfy { $0.message.contains("Quixotic") }, "a person is told")
    for (failure, words) in [
      (damaged, "The task database is damaged: \(id.text)."), (unanswered, "there was none"),
      (Failure(OwnerVerificationError(.wrongSecret)), "That PIN or recovery code is wrong."),
    ] {
      let reason = AccessRecord("edit", id, by: client, refusal: failure).reason
      #expect(reason.contains(words) && !reason.contains("Quixotic"), "\(reason)")
    }
    #expect(AccessRecord("edit", id, by: client, refusal: nil).reason.isEmpty)
  }

  @Test("what a person, a server or a desktop said is left out, and what kind of error it is stands there")
  func words() {
    let errors: [(any Error, String)] = [
      (Failure(.refused, "This needs an answer to Quixotic"), "refused"),
      (ServerClientError(.conflict, "Quixotic title"), "conflict"),
      (InboxStoreError(.failed, "Quixotic"), "failed"),
      (AgentInboxError.unerased(InboxStoreError(.busy, "Quixotic")), "tryLater"),
      (VaultRecordError.unreadable(VaultStateKey("quixotic")), "badData"),
      (DesktopNotificationError.refused(name: "org.example.Error", message: "Quixotic markup"), "org.example.Error"),
    ]
    for (error, kind) in errors {
      let reason = LogReason(error).description
      #expect(reason.contains(kind) && !reason.contains("Quixotic"), "\(reason)")
    }
  }
}
