import SecretMemory
import Testing

@testable import AgentService

@Suite("The passphrase of the encrypted file")
struct PassphraseTests {
  private let passphrase = PassphraseCache()
  private let mine: SharedSecret
  private let other: SharedSecret

  init() throws {
    mine = SharedSecret(try SecretBytes(Array("a passphrase of mine".utf8)))
    other = SharedSecret(try SecretBytes(Array("one of another program".utf8)))
  }

  @Test("of a new file is chosen by one connection, and nobody answers in its place")
  func founder() {
    #expect(passphrase.found(by: 1) && passphrase.found(by: 1))
    #expect(!passphrase.found(by: 2))
    #expect(passphrase.accept(mine) && !passphrase.accept(other))
    #expect(passphrase.secret === mine)
    passphrase.end(2, hasFile: false)
    #expect(passphrase.secret === mine, "that one did not choose it")
    passphrase.end(1, hasFile: true)
    #expect(passphrase.secret === mine, "it opens the file now")
  }

  @Test("that a program chose and made no file with is nobody's")
  func leftBehind() {
    #expect(passphrase.found(by: 1) && passphrase.accept(other))
    passphrase.end(1, hasFile: false)
    #expect(passphrase.secret == nil)
    #expect(passphrase.found(by: 2) && passphrase.accept(mine) && passphrase.secret === mine)
  }
}
