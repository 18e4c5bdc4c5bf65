public import SecretMemory

/// Which PINs are accepted. A PIN is any bytes a keyboard gives: digits, words, a whole passphrase.
public enum PINPolicy {
  /// The fewest characters (Unicode scalars of UTF-8).
  public static let minimumCharacterCount = 6
  /// The most bytes.
  public static let maximumByteCount = 1024

  /// Compared in lower case.
  private static let common: [StaticString] = [
    "passwort", "password", "password1", "passw0rd", "qwerty", "qwertz", "azerty", "qwerty123", "letmein", "welcome",
    "iloveyou", "admin123", "abc123", "dragon", "monkey", "football", "baseball", "master", "shadow", "sunshine",
    "princess", "superman", "trustno1", "secret", "changeme", "login123", "asdfgh", "asdfghjkl", "zxcvbn", "qazwsx",
    "1q2w3e", "1q2w3e4r", "147258", "147852", "159357", "159753", "258456", "102030", "112358", "314159", "271828",
    "696969", "131313", "142536", "789456", "123654", "112233", "223344", "445566", "778899",
  ]

  /// Refuses a PIN that is too short, too long or among the first that anybody tries.
  ///
  /// - Throws: ``OwnerVerificationError`` with `weakPIN`; the detail says what is wrong, not what the PIN is.
  public static func check(_ pin: borrowing SecretBytes) throws(OwnerVerificationError) {
    let found = pin.withUnsafeBytes { problem(with: $0) }
    if let found { throw OwnerVerificationError(.weakPIN, found) }
  }

  private static func problem(with pin: UnsafeRawBufferPointer) -> String? {
    guard pin.count <= maximumByteCount else { return "a PIN has at most 1024 bytes" }
    guard characterCount(pin) >= minimumCharacterCount else { return "a PIN has at least 6 characters" }
    if isProgression(pin) { return "every character follows from the one before" }
    if isRepetition(pin) { return "it repeats itself" }
    if common.contains(where: { isSame($0, pin) }) { return "it is among the first that anybody would try" }
    return nil
  }

  /// Unicode scalars: every byte that does not continue one.
  static func characterCount(_ pin: UnsafeRawBufferPointer) -> Int { pin.count { $0 & 0xC0 != 0x80 } }

  /// All the same, or every byte a fixed step from the one before: 123456, fedcba, 024680; digits wrap around.
  private static func isProgression(_ pin: UnsafeRawBufferPointer) -> Bool {
    let areDigits = pin.allSatisfy { (0x30...0x39).contains($0) }
    func step(_ index: Int) -> Int {
      let difference = Int(pin[index]) - Int(pin[index - 1])
      return areDigits ? (difference + 10) % 10 : difference
    }
    let first = step(1)
    // Letters spread evenly by more than one are no habit of anybody's.
    guard areDigits || abs(first) <= 1 else { return false }
    return (2..<pin.count).allSatisfy { step($0) == first }
  }

  /// One part written twice or more: 123123, abcabcabc, 121212.
  private static func isRepetition(_ pin: UnsafeRawBufferPointer) -> Bool {
    (1...max(1, pin.count / 2)).contains { period in
      pin.count.isMultiple(of: period) && (period..<pin.count).allSatisfy { pin[$0] == pin[$0 - period] }
    }
  }

  private static func isSame(_ word: StaticString, _ pin: UnsafeRawBufferPointer) -> Bool {
    guard word.utf8CodeUnitCount == pin.count else { return false }
    return pin.indices.allSatisfy { index in
      let byte = pin[index]
      let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      return lower == word.utf8Start[index]
    }
  }
}
