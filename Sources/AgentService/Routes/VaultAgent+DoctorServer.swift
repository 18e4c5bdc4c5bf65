internal import AgentAPI
internal import DesktopSession
internal import Inbox
internal import ServerClient

/// What the doctor finds of the server, and of the desktop that shows what comes from it.
extension VaultAgent {
  /// As far as the agent knows; the server is not asked.
  func serverFindings() async -> [DoctorFinding] {
    let status = await accountStatus()
    let again = "It is tried again by itself."
    switch status.state {
    case .loggedIn:
      guard status.disconnectedSince == nil else {
        let problem = status.problem ?? "It can't be reached."
        return [DoctorFinding(.problem, "server", "Logged in, but not connected. \(problem)", remedy: again)]
      }
      return [DoctorFinding(.ok, "server", "Logged in to \(status.server ?? "")."), await deviceFinding()]
    case .loggingIn: return [DoctorFinding(.ok, "server", "Logging in to \(status.server ?? "the server").")]
    case .unreachable:
      return [DoctorFinding(.problem, "server", status.problem ?? "Not reachable.", remedy: again)]
    default: return [DoctorFinding(.ok, "server", "Not logged in.", remedy: "vault login")]
    }
  }

  private func deviceFinding() async -> DoctorFinding {
    let name = InboxService.machineName
    guard await inbox.sync.isRegistered else {
      return DoctorFinding(
        .warning, "device", "This device is not registered yet, so that nothing comes.",
        remedy: "It is tried every few seconds; see vault doctor again.")
    }
    switch await inbox.sync.phase {
    case .live: return DoctorFinding(.ok, "device", "Registered as \(name); what is pushed comes at once.")
    case .idle, .registering, .catchingUp, .waiting:
      return DoctorFinding(.ok, "device", "Registered as \(name); what was missed is being fetched.")
    }
  }

  /// Reads all of the inbox's file.
  func inboxFinding() async -> DoctorFinding {
    do throws(InboxStoreError) {
      guard try await inbox.store.isSound() else { throw InboxStoreError(.damaged) }
      return DoctorFinding(.ok, "inbox", "What was pushed to you is whole.")
    } catch {
      let failure = Failure(error)
      return DoctorFinding(.problem, "inbox", failure.message, remedy: failure.hint)
    }
  }

  /// One for the inbox and one for each channel of which something is lost.
  func lossFindings() async -> [DoctorFinding] {
    await lossNotices().map {
      DoctorFinding(
        .warning, "lost items", $0, remedy: "They can't be had again. vault inbox tells it for the last time.")
    }
  }

  func notificationFinding() async -> DoctorFinding {
    let subject = "notifications"
    do throws(DesktopNotificationError) {
      guard try await board.capabilities().contains("actions") else {
        return DoctorFinding(
          .warning, subject, "The desktop shows notifications, but no buttons.",
          remedy: "Answer with vault inbox, vault done and vault snooze.")
      }
      return DoctorFinding(.ok, subject, "The desktop shows notifications.")
    } catch {
      let (finding, remedy) = Self.meaning(of: error)
      return DoctorFinding(.warning, subject, finding, remedy: remedy)
    }
  }

  private static func meaning(of error: DesktopNotificationError) -> (finding: String, remedy: String) {
    switch error {
    case .noBus, .stopped:
      (
        "There is no desktop session: reminders and pushes are not shown.",
        "vault inbox and vault reminders list them; in a desktop session start the agent anew with vault agent stop."
      )
    case .noService, .serviceVanished:
      (
        "Nothing in this session shows notifications: reminders and pushes are not shown.",
        "Install and start a notification service, for instance dunst, mako or that of your desktop."
      )
    case .noAnswer, .tooManyAlike, .refused:
      ("The notification service does not answer.", "Start it anew, then see vault doctor again.")
    }
  }
}
