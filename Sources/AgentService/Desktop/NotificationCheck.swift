internal import AgentAPI
internal import DesktopSession
internal import Localization
internal import NotificationBoard

/// Knows what the desktop's notifications can do.
protocol NotificationCapabilityReading: Sendable {
  /// What they can do, as the notification service says it.
  func capabilities() async throws(DesktopNotificationError) -> Set<String>
}

extension NotificationDispatcher: NotificationCapabilityReading {}

/// Whether the desktop shows notifications.
struct NotificationCheck: HealthCheck {
  let desktop: any NotificationCapabilityReading
  /// Where the session bus is to be; nil where nothing says so.
  var bus: String?

  func findings() async -> [DoctorFinding] { [await finding()] }

  private func finding() async -> DoctorFinding {
    let subject = "notifications"
    do throws(DesktopNotificationError) {
      guard try await desktop.capabilities().contains("actions") else {
        return DoctorFinding(
          .warning, subject, "The desktop shows notifications, but no buttons.",
          remedy: "Answer with vault inbox, vault done and vault snooze.")
      }
      return DoctorFinding(.ok, subject, "The desktop shows notifications.")
    } catch {
      let (finding, remedy) = meaning(of: error)
      return DoctorFinding(.warning, subject, finding, remedy: remedy)
    }
  }

  private func meaning(of error: DesktopNotificationError) -> (finding: LocalizedText, remedy: LocalizedText) {
    switch error {
    case .noBus where bus != nil:
      (
        "Nothing answers on the session bus \(bus ?? ""): reminders and pushes are not shown.",
        "DBUS_SESSION_BUS_ADDRESS may be of a session that has ended: log in anew or unset it, then restart the agent: vault agent stop."
      )
    case .noBus, .stopped:
      (
        "There is no desktop session: reminders and pushes are not shown.",
        "vault inbox and vault reminders list them; in a desktop session, restart the agent: vault agent stop."
      )
    case .noService, .serviceVanished:
      (
        "Nothing in this session shows notifications: reminders and pushes are not shown.",
        "Install and start a notification service, for instance dunst, mako or that of your desktop."
      )
    case .noAnswer, .tooManyAlike, .refused:
      ("The notification service does not answer.", "Restart it, then run vault doctor again.")
    }
  }
}
