#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Widgets

/// Sees to it that there is a PIN before somebody types a text that only a PIN opens again.
final class OwnerCheck {
  private let context: PageContext
  private let window: Window
  private var isPassed = false
  private var isUnderWay = false

  init(_ context: PageContext, over window: Window) { (self.context, self.window) = (context, window) }

  /// Has a PIN chosen where there is none, and goes on where there is one then.
  func then(_ body: @escaping () -> Void) {
    if isPassed { return body() }
    guard !isUnderWay else { return }
    isUnderWay = true
    // What is typed for what comes is for nobody else.
    window.dropFocus()
    Task { [weak self] in
      guard let self else { return }
      defer { isUnderWay = false }
      do throws(Failure) {
        try await context.link.choosePINWhereNone()
        isPassed = true
        body()
      } catch { context.told(.failure(error)) }
    }
  }
}
#endif
