internal import SecretMemory

@testable internal import CredentialStore

/// What lies in a keyring, which other programs may write to.
extension FuzzTarget {
  static let keyring = [
    FuzzTarget("keyring-item", atMost: 1024) { input in
      do { try keyringItem(input) } catch { preconditionFailure("an item can't be used: \(error)") }
    }
  ]

  /// The input as an item's secret; and as a namespace, a name and a value that are put there.
  private static func keyringItem(_ input: [UInt8]) throws {
    let isNewer = input.count > 4 && input.starts(with: "VLTC".utf8) && input[4] > 1
    try checkRead(try SecretBytes(input), isNewer: isNewer)
    var reader = InputReader(input)
    let namespace = String(decoding: reader.measuredRun(), as: UTF8.self)
    guard let name = CredentialName(String(decoding: reader.measuredRun(), as: UTF8.self)) else { return }
    checkIdentity(namespace, name)
    try checkSealed(try SecretBytes(Array(reader.rest)), name)
  }

  private static func checkRead(_ envelope: borrowing SecretBytes, isNewer: Bool) throws {
    guard let name = try? SecretEnvelope.name(in: envelope) else {
      let expected: SecretEnvelope.Fault = isNewer ? .newer : .broken
      return precondition(fault(of: envelope) == expected, "an envelope has another fault")
    }
    let value = try SecretEnvelope.open(envelope, name: name)
    let again = try SecretEnvelope.seal(value, name: name)
    precondition(again.isEqual(to: envelope), "an envelope is another one after it was opened and sealed")
    checkOtherName(envelope, name)
  }

  private static func checkSealed(_ value: borrowing SecretBytes, _ name: CredentialName) throws {
    let envelope = try SecretEnvelope.seal(value, name: name)
    require(try SecretEnvelope.name(in: envelope) == name, "a name is another one after it was sealed")
    let opened = try SecretEnvelope.open(envelope, name: name)
    precondition(opened.isEqual(to: value), "a value is another one after it was sealed and opened")
    precondition(envelope.count <= SecretEnvelope.maximumByteCount, "an envelope is longer than the longest")
    checkOtherName(envelope, name)
    for count in [0, 4, 10, envelope.count - 1] {
      let cut = try envelope.copy(0..<count)
      precondition(fault(of: cut) == .broken, "an envelope that was cut is whole")
    }
  }

  /// An item that somebody put in another one's place does not open.
  private static func checkOtherName(_ envelope: borrowing SecretBytes, _ name: CredentialName) {
    guard let other = CredentialName(name.rawValue + "x") else { return }
    precondition(!opens(envelope, as: other), "an envelope opens as another credential's")
  }

  private static func opens(_ envelope: borrowing SecretBytes, as name: CredentialName) -> Bool {
    do {
      _ = try SecretEnvelope.open(envelope, name: name)
      return true
    } catch { return false }
  }

  private static func fault(of envelope: borrowing SecretBytes) -> SecretEnvelope.Fault? {
    do throws(SecretEnvelope.Fault) {
      _ = try SecretEnvelope.name(in: envelope)
      return nil
    } catch { return error }
  }

  /// What everybody on the bus sees: which items belong together, and which is which, without a name.
  private static func checkIdentity(_ namespace: String, _ name: CredentialName) {
    let shared = ItemIdentity.attributes(namespace: namespace)
    let attributes = ItemIdentity.attributes(namespace: namespace, name: name)
    precondition(
      attributes.count == shared.count + 1 && shared.allSatisfy { attributes[$0.key] == $0.value },
      "an item does not belong to its namespace")
    precondition(attributes[ItemIdentity.schemaAttribute] == ItemIdentity.schema, "an item has another schema")
    for key in [ItemIdentity.namespaceAttribute, ItemIdentity.idAttribute] {
      let value = attributes[key] ?? ""
      precondition(
        value.utf8.count == 64 && value.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) },
        "an attribute is not opaque")
    }
    let id = ItemIdentity.id(namespace: namespace, name: name)
    precondition(attributes[ItemIdentity.idAttribute] == id, "an item is not found again")
    guard let other = CredentialName(name.rawValue + "x") else { return }
    precondition(ItemIdentity.id(namespace: namespace, name: other) != id, "two names have one id")
  }
}
