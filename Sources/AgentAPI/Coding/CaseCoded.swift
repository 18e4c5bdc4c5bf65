/// An enum that travels as an object with the case's name as its only key, `{"answer": {"prompt": 3}}`: what is coded is a
/// struct with an optional member for each case. A case of a newer peer leaves all of them nil.
///
/// The members' names are the wire and never change.
public protocol CaseCoded: Codable {
  /// The struct.
  associatedtype Cases: Codable

  /// The case as the one member that is not nil.
  var cases: Cases { get }

  /// The case that is there, or the one that stands for those of newer peers.
  init(_ cases: Cases)
}

extension CaseCoded {
  /// Decodes a case.
  public init(from decoder: any Decoder) throws { self.init(try Cases(from: decoder)) }

  /// Encodes the case under its name.
  public func encode(to encoder: any Encoder) throws { try cases.encode(to: encoder) }
}

/// The value of a case that has none.
struct NoValue: Codable {}
