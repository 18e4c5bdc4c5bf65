import OwnerVerification
import Sealing
import SecretMemory
import Testing

@Suite("Recovery code")
struct RecoveryCodeTests {
  private func text(of code: borrowing RecoveryCode) throws -> String {
    let text = try code.text()
    return String(decoding: bytes(of: text), as: UTF8.self)
  }

  @Test("is nine groups of four, and reads back")
  func form() throws {
    let code = try RecoveryCode()
    let shown = try text(of: code)
    #expect(shown.utf8.count == RecoveryCode.textByteCount)
    #expect(shown.split(separator: "-").map(\.count) == [Int](repeating: 4, count: 9))
    #expect(shown.allSatisfy { "0123456789ABCDEFGHJKMNPQRSTVWXYZ-".contains($0) })
    let typed = try secret(shown)
    let read = try RecoveryCode(parsing: typed)
    let isSame = read.isEqual(to: code)
    #expect(isSame)
  }

  @Test("is written as Crockford's base32 of its bytes")
  func encoding() throws {
    let code = try RecoveryCode { (count) throws(SealingError) in
      do { return try SecretBytes((0..<count).map { UInt8($0) }) } catch { throw SealingError(.outOfMemory) }
    }
    // 00 01 02 … 13, five bits a symbol; then the first 20 bits of their SHA-256. Computed elsewhere.
    #expect(try text(of: code) == "000G-40R4-0M30-E209-185G-R38E-1W81-24GK-WYQB")
  }

  @Test("forgives case, spaces, missing dashes, O for 0, and I or L for 1")
  func forgiving() throws {
    for _ in 0..<50 {
      let code = try RecoveryCode()
      let shown = try text(of: code)
      let variants = [
        shown.lowercased(), shown.filter { $0 != "-" }, shown.replacing("-", with: " \t "), " \(shown)\n",
        shown.replacing("0", with: "O").replacing("1", with: "I"),
        shown.replacing("0", with: "o").replacing("1", with: "l"),
      ]
      for variant in variants {
        let typed = try secret(variant)
        let isSame = try RecoveryCode(parsing: typed).isEqual(to: code)
        #expect(isSame)
      }
    }
  }

  @Test("one wrong, missing, extra or swapped character is told apart from a wrong code")
  func mistyped() throws {
    var random = SeededGenerator(seed: 3)
    let code = try RecoveryCode()
    let shown = Array(try text(of: code).filter { $0 != "-" })
    for index in shown.indices {
      var changed = shown
      changed[index] = shown[index] == "7" ? "8" : "7"
      var swapped = shown
      swapped.swapAt(index, (index + 1) % shown.count)
      var missing = shown
      missing.remove(at: index)
      var foreign = shown
      foreign[index] = ["U", "!", "é", "\0"].randomElement(using: &random) ?? "U"
      for wrong in [changed, swapped, missing, shown + [shown[index]], foreign] where wrong != shown {
        let typed = try secret(String(wrong))
        #expect(throws: OwnerVerificationError(.malformedRecoveryCode)) { _ = try RecoveryCode(parsing: typed) }
      }
    }
  }

  @Test("random input is refused")
  func fuzz() throws {
    var random = SeededGenerator(seed: 4)
    for count in 0..<1500 {
      let typed = try SecretBytes(random.bytes(count % 300))
      #expect(throws: OwnerVerificationError(.malformedRecoveryCode)) { _ = try RecoveryCode(parsing: typed) }
    }
  }
}
