internal import Terminal

/// What a terminal sends.
extension FuzzTarget {
  static let terminal = [
    FuzzTarget("terminal-keys") { input in
      for reportsUnknown in [false, true] {
        var keys = KeyParser(reportsUnknown: reportsUnknown)
        for byte in input {
          let pressed = keys.parse(byte)
          precondition(pressed.count <= 4, "one byte makes many keys")
          if byte == 0 { _ = keys.flushEscape() }
        }
      }
    }
  ]
}
