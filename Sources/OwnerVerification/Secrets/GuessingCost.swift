public import SecretMemory

/// What trying every PIN of a kind costs somebody who has the key slots, the device key and the pepper.
public struct GuessingCost: Equatable, Sendable {
  /// How many PINs there are of this length; nil when it is not digits alone, so that no honest number can be given.
  public let combinations: Double?
  /// How long trying them all takes on a machine like this one, in seconds.
  public let seconds: Double?
  private let digitCount: Int
  private let secondsPerGuess: Double

  /// Looks at a PIN's form.
  ///
  /// - Parameter secondsPerGuess: how long one Argon2id run was measured to take one core here.
  public init(of pin: borrowing SecretBytes, secondsPerGuess: Double) {
    let areDigits = pin.withUnsafeBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }
    digitCount = pin.count
    self.secondsPerGuess = secondsPerGuess
    var total: Double?
    if areDigits {
      total = 1
      for _ in 0..<pin.count { total = total.map { $0 * 10 } }
    }
    combinations = total
    seconds = total.map { $0 * secondsPerGuess }
  }

  /// Two or three sentences for the person who sets the PIN; offers a passphrase when guessing is affordable.
  public var message: String {
    let measured = "A guess takes one core here \(Self.precise(secondsPerGuess))."
    guard let seconds else { return measured + " Somebody with a copy of all your files has to guess it." }
    let cost =
      "\(measured) Somebody with a copy of all your files can try every PIN of \(digitCount) digits in "
      + "\(Self.spelled(seconds)) on one core like this one, in \(Self.spelled(seconds / Self.manyCores)) on a thousand."
    let isAffordable = seconds / Self.manyCores < 100 * Self.year
    return isAffordable ? cost + " A passphrase of four or more words is out of reach." : cost
  }

  /// What somebody can rent for an afternoon.
  private static let manyCores = 1000.0

  /// A short span, to the hundredth of a second.
  private static func precise(_ seconds: Double) -> String {
    let hundredths = Int((max(0, min(seconds, 3600)) * 100).rounded())
    guard hundredths > 0 else { return "less than 0.01 s" }
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
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
