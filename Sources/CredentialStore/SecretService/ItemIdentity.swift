internal import Sealing

/// What the keyring shows of an item to everybody on the bus, even while it is locked: opaque values only.
enum ItemIdentity {
  /// The schema name of all our items, a constant.
  static let schema = "io.vault.Credential"
  /// The label of all our items, a constant.
  static let label = "Vault credential"

  static let schemaAttribute = "xdg:schema"
  /// Hex SHA-256 of the namespace: which items belong together.
  static let namespaceAttribute = "namespace"
  /// Hex SHA-256 of namespace, one zero byte and name: which item it is. It never changes, so replacing finds it.
  static let idAttribute = "id"

  /// The attributes that all items of a namespace share.
  static func attributes(namespace: String) -> [String: String] {
    [schemaAttribute: schema, namespaceAttribute: hash(Array(namespace.utf8))]
  }

  /// The attributes of one item.
  static func attributes(namespace: String, name: CredentialName) -> [String: String] {
    var all = attributes(namespace: namespace)
    all[idAttribute] = id(namespace: namespace, name: name)
    return all
  }

  static func id(namespace: String, name: CredentialName) -> String {
    hash(Array(namespace.utf8) + [0] + Array(name.rawValue.utf8))
  }

  private static func hash(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let hex = SHA256.digest(of: bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: hex, as: UTF8.self)
  }
}
