// The only file that imports CICU. No pointer leaves it.
internal import CICU

/// The calls of ICU that this module stands on.
enum UnicodeLibrary {
  /// Forms of a text (UAX 15).
  enum Form {
    /// Composed.
    case nfc
    /// Composed, and without the differences of full width, ligatures and the like.
    case nfkc
    /// The same, and without those of case; what is ignored is left out.
    case nfkcCaseFolded
  }

  /// What ICU knows of characters that look alike. It is made once and never changed, and asked through a pointer to const, which ICU
  /// lets several threads use at once; it is never closed.
  private struct Checker: @unchecked Sendable {
    let result: Result<OpaquePointer, LookalikesError>

    init() {
      var status: Int32 = 0
      if let checker = vault_icu_spoof_checker(&status) {
        result = .success(checker)
      } else {
        result = .failure(LookalikesError(status: status))
      }
    }
  }

  private static let checker = Checker()

  /// A text in a form.
  static func text(_ text: String, in form: Form) throws(LookalikesError) -> String {
    let form =
      switch form {
      case .nfc: VAULT_ICU_NFC
      case .nfkc: VAULT_ICU_NFKC
      case .nfkcCaseFolded: VAULT_ICU_NFKC_CASEFOLD
      }
    return try changed(text) { vault_icu_normalize(form, $0, $1, $2, $3, $4) }
  }

  /// What a text is compared by, to find whether it looks like another (UTS 39, section 4).
  static func skeleton(of text: String) throws(LookalikesError) -> String {
    let checker = try checker.result.get()
    return try changed(text) { vault_icu_skeleton(checker, $0, $1, $2, $3, $4) }
  }

  private typealias Change = (
    UnsafePointer<UInt16>?, Int32, UnsafeMutablePointer<UInt16>?, Int32, UnsafeMutablePointer<Int32>
  ) -> Int32

  /// Calls once with the room that most texts need, and again with all that is needed.
  private static func changed(_ text: String, _ change: Change) throws(LookalikesError) -> String {
    let units = Array(text.utf16)
    var room = 4 * units.count + 16
    for _ in 0..<2 {
      var (result, status): ([UInt16], Int32) = ([], 0)
      var needed: Int32 = 0
      result = [UInt16](unsafeUninitializedCapacity: room) { buffer, count in
        needed = units.withUnsafeBufferPointer { source in
          change(source.baseAddress, Int32(source.count), buffer.baseAddress, Int32(room), &status)
        }
        count = max(0, min(room, Int(needed)))
      }
      guard needed >= 0 else { throw LookalikesError(status: status) }
      if Int(needed) <= room { return String(decoding: result, as: UTF16.self) }
      room = Int(needed)
    }
    throw LookalikesError(status: 0)
  }
}
