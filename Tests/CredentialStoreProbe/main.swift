// A process of its own for the tests: opens the encrypted file below ROOT and does what its arguments say.
//
//   credential-store-probe ROOT write PREFIX COUNT   writes PREFIX-0 … one after the other, and says each on its output
//   credential-store-probe ROOT limit BYTES          writes until a file may grow no further, and says the error's code
import CredentialStore
import Foundation
import SecretMemory

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
let arguments = CommandLine.arguments
guard arguments.count >= 4 else { exit(64) }
let root = arguments[1]
let store = EncryptedFileStore(
  .init(
    path: root + "/data/credentials.db", stateDirectory: root + "/state",
    keySource: .keyFile(KeyFile(path: root + "/config/credentials.key")), timeLimit: .seconds(30)))

func set(_ name: String, _ value: String) async throws {
  guard let name = CredentialName(name) else { exit(64) }
  try await store.set(SecretBytes(Array(value.utf8)), for: name)
}

switch arguments[2] {
case "write":
  for index in 0..<(Int(arguments[4]) ?? 0) {
    try await set("\(arguments[3])-\(index)", "value of \(arguments[3])-\(index)")
    say("\(arguments[3])-\(index)")
  }
case "limit":
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit(rlim_cur: rlim_t(arguments[3]) ?? 0, rlim_max: rlim_t(arguments[3]) ?? 0)
  guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(71) }
  for index in 0..<1000 {
    do { try await set("n\(index)", String(repeating: "x", count: 2000)) } catch let error as CredentialStoreError {
      say(error.code.rawValue)
      exit(0)
    }
    say("n\(index)")
  }
default: exit(64)
}
