#if Postgres
/// A statement whose text the program puts together while it runs, of parts that are written in it. Values are never part of the text: they are
/// bound to it, each with its type.
///
///     var call = DynamicCall("SELECT name FROM names WHERE id = $1", .reads)
///     call.bind(id)
///
/// A session prepares it under a name that is made from the text and the types, and keeps a bounded number of such statements.
public struct DynamicCall: Sendable {
  private let sql: String
  private let effect: StatementEffect
  private var types: [UInt32] = []
  private var parameters = EncodedParameters()

  /// Takes a text.
  ///
  /// - Parameters:
  ///   - sql: one statement, with `$1`, `$2` and so on for the values. Nothing in it comes from outside the program.
  ///   - effect: what it does to what is stored.
  public init(_ sql: String, _ effect: StatementEffect = .once) {
    self.sql = sql
    self.effect = effect
  }

  /// Adds the next value.
  public mutating func bind<Value: PostgresColumn>(_ value: Value) {
    types.append(Value.postgresType.oid)
    parameters.append(value)
  }

  var request: EncodedRequest {
    let name = StatementName.of(sql, types)
    return EncodedRequest(
      text: StatementText(name: name, sql: sql, types: types, effect: effect), parameters: parameters)
  }
}

/// The name under which a text is prepared: the same in all sessions and nodes, so that a log of the server's can be read.
enum StatementName {
  /// A name made from a text and the types of its values (FNV-1a, 64 bits). Two texts with one name would be noticed before anything is sent.
  static func of(_ sql: String, _ types: [UInt32]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var sql = sql
    sql.withUTF8 { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    for type in types { hash = (hash ^ UInt64(type)) &* 0x100_0000_01B3 }
    return "text_" + String(hash, radix: 16)
  }
}
#endif
