#if Desktop
internal import DesktopModel
internal import Widgets

/// Takes a protected text from the screen once nobody looks at the window any more, as far as the desktop says so.
final class RevealGuard {
  private let reveals: Reveals
  private let window: Window
  private let popovers: PopoverWatch
  private let settings: any PreferencesService
  /// Whether a text goes once another window is in front; asked for with each text.
  private var hidesLeft = true

  /// How long the desktop may take to give the keyboard back.
  private static let patience = Duration.seconds(1)
  /// How many times as long a menu may be open: whether somebody is at it, or has left with it open, the desktop does not say.
  private static let menuPatience = 5

  init(_ reveals: Reveals, in window: Window, _ settings: any PreferencesService) {
    (self.reveals, self.window, self.settings) = (reveals, window, settings)
    popovers = PopoverWatch(window)
    popovers.stayed = { [weak self] in if self?.mustHide == true { _ = self?.hideShown() } }
  }

  /// Nobody sees the window of an icon.
  private var mustHide: Bool { hidesLeft || window.isMinimised }

  /// Whether one is on the screen.
  var isShown: Bool { reveals.isShown }

  /// Takes all texts away, and whatever is on its way.
  ///
  /// - Parameter reason: why; nil where the person wants it.
  func hide(_ reason: RevealModel.HidingReason?) { reveals.hide(reason) }

  /// The vault is open for the window: that it was locked is not said any more.
  func unlock() { reveals.unlock() }

  /// - Returns: whether there was one on the screen.
  func hideShown() -> Bool {
    guard reveals.isShown else { return false }
    hide(nil)
    return true
  }

  /// The window has got or lost the keyboard. While the owner is asked, the dialog has it.
  func followActivity() {
    guard !window.isActive, reveals.isShown, mustHide else { return }
    // A menu of the window's own is no other window.
    if popovers.isNear { hideUnlessBack() } else { hide(.leftBehind) }
  }

  /// A text has come.
  func followText() {
    popovers.startOver()
    hidesLeft = true
    Task { [weak self, settings] in
      let hidesLeft = await settings.hidesLeftTexts()
      self?.hidesLeft = hidesLeft
    }
    hideUnlessBack()
  }

  /// After a dialog, or a menu, the window has the keyboard again. Where it has not, the person is elsewhere, and what was revealed meanwhile goes.
  private func hideUnlessBack() {
    Task { [weak self] in
      for _ in 0..<Self.menuPatience {
        do { try await Task.sleep(for: Self.patience) } catch { return }
        guard let self, !window.isActive, reveals.isShown, mustHide else { return }
        if !window.isInPopover { break }
      }
      self?.hide(.leftBehind)
    }
  }
}
#endif
