#if Desktop
/// Holds a secret text that is being typed.
protocol SecretDraftHolder: AnyObject {
  /// Takes the text from the screen: the vault is locked.
  func lock()
}

/// The secret texts that are being typed.
final class OpenDrafts {
  private var holders: [Weak] = []

  private struct Weak {
    weak var holder: (any SecretDraftHolder)?
  }

  /// Adds one, until it ends.
  func add(_ holder: any SecretDraftHolder) {
    holders.removeAll { $0.holder == nil }
    holders.append(Weak(holder: holder))
  }

  /// Takes all of them from the screen.
  func lock() { for weak in holders { weak.holder?.lock() } }
}
#endif
