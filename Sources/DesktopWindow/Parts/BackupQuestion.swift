#if Desktop
internal import DesktopModel
internal import Localization
internal import Widgets

/// Asks which backup comes back. What comes back, and what is replaced, is said before anything is done.
enum BackupQuestion {
  /// - Returns: the path of the file; nil where the person declines.
  static func ask(_ restoring: Restoring, over window: Window) async -> String? {
    guard
      let path = await FileDialog.open(over: window, title: localized("Restore"), confirmation: localized("Choose")),
      await question(restoring, path).ask(over: window)
    else { return nil }
    return path
  }

  private static func question(_ restoring: Restoring, _ path: String) -> OfferDialog {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard restoring == .lostTexts else {
      return OfferDialog(
        heading: localized("Restore all of “\(name)”?"),
        text: localized(
          "Its tasks and protected texts come into this vault, which is empty: nothing is replaced. You are asked for the recovery code of the backup, and for a new PIN."
        ), confirmation: localized("Restore"))
    }
    return OfferDialog(
      heading: localized("Restore lost texts from “\(name)”?"),
      text: localized(
        "Protected texts that were lost come back to the tasks of this vault; nothing else is changed. You are asked for the PIN or the recovery code. All of a backup comes back only into a vault without tasks and PIN."
      ), confirmation: localized("Restore"))
  }
}
#endif
