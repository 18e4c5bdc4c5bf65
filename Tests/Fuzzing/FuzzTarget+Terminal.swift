internal import Terminal

/// What a terminal sends.
extension FuzzTarget {
  static let terminal = [
    FuzzTarget("terminal-keys") { input in
      var keys = LiveKeys()
      for byte in input {
        let pressed = keys.take(byte)
        precondition(pressed.count <= 8, "one byte makes many keys")
        if byte == 0 { _ = keys.settleEscape() }
      }
    }
  ]
}
