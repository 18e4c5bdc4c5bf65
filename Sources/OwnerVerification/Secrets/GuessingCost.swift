public import SecretMemory

/// What trying every PIN of a kind costs somebody who has the key slots, the device key and the pepper.
public struct GuessingCost: Equatable, Sendable {
  /// How many PINs there are of this length; nil when it is not digits alone, so that no honest number can be given.
  public let combinations: Double?
  /// How long trying them all takes on a machine like this one, in seconds.
  public let seconds: Double?
  private let digitCount: Int

  /// Looks at a PIN's form.
  ///
  /// - Parameter secondsPerGuess: what one Argon2id run takes here.
  public init(of pin: borrowing SecretBytes, secondsPerGuess: Double) {
    let areDigits = pin.withUnsafeBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }
    digitCount = pin.count
    var total: Double?
    if areDigits {
      total = 1
      for _ in 0..<pin.count { total = total.map { $0 * 10 } }
    }
    combinations = total
    seconds = total.map { $0 * secondsPerGuess }
  }

  /// One or two sentences for the person who sets the PIN; offers a passphrase when guessing is affordable.
  public var message: String {
    guard let seconds else {
      return "Somebody with a copy of all your files has to guess it, and every guess takes long."
    }
    let cost =
      "Somebody with a copy of all your files can try every PIN of \(digitCount) digits in "
      + "\(Self.spelled(seconds)) on a machine like this one."
    return seconds < 100 * Self.year ? cost + " A passphrase of four or more words is out of reach." : cost
  }

  private static let year = 365.25 * 86_400

  /// A span in the largest unit that fits, rounded to a whole number.
  static func spelled(_ seconds: Double) -> String {
    let units = [(year, "year"), (86_400.0, "day"), (3600.0, "hour"), (60.0, "minute")]
    let (unit, name) = units.first { seconds >= $0.0 } ?? (1, "second")
    let count = (seconds / unit).rounded()
    if count >= 1e6 { return "more than a million \(name)s" }
    return "about \(Int(count)) \(name)\(count == 1 ? "" : "s")"
  }
}
