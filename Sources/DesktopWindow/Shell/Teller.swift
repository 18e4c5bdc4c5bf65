#if Desktop
internal import AgentAPI
internal import DesktopModel

/// What the parts of the window have to tell, before there is a window that tells it.
final class Teller {
  var told: (Result<Notice, Failure>) -> Void = { _ in }
  var arrived: ([InboxRow]) -> Void = { _ in }
  var leadTo: (InboxRow) -> Void = { _ in }
  var logIn: () -> Void = {}
  var vanished: () -> Void = {}
  var shortcuts: () -> [Shortcut] = { [] }
}
#endif
