import CredentialStore
import SecretMemory

/// Where things lie: the database, its key and its marks in three different directories.
func openStore(below home: String) -> EncryptedFileStore {
  EncryptedFileStore(
    .init(
      path: home + "/data/credentials.db", stateDirectory: home + "/state",
      keySource: .keyFile(KeyFile(path: home + "/config/credentials.key"))))
}

/// Works with any store: SecretServiceStore, EncryptedFileStore, InMemoryCredentialStore.
func describe(_ name: CredentialName, in store: any CredentialStore) async throws -> String {
  guard let value = try await store.value(for: name) else { return "there is no \(name)" }
  // The bytes are lent; they are erased when `value` ends.
  return value.withUnsafeBytes { "\(name) has \($0.count) bytes" }
}

func demonstrate(in home: String) async throws {
  let store = openStore(below: home)
  guard let name = CredentialName("example.org/login") else { return }  // 1 to 512 bytes, no control characters
  print(try await describe(name, in: store))
  try await store.set(SecretBytes(Array("correct horse battery staple".utf8)), for: name)
  print(try await describe(name, in: store))
  print(try await store.names().map(\.rawValue))
  print(try await store.check().isClean ? "every record is whole" : "some records are damaged")
  try await store.remove(name)
}

do {
  try await demonstrate(in: CommandLine.arguments.dropFirst().first ?? ".")
} catch let error as CredentialStoreError {
  print("\(error.code.rawValue): \(error.detail)")
}
