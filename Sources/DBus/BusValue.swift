/// A value that came over D-Bus (D-Bus Specification, "Type System"). Variants are unwrapped.
public indirect enum BusValue: Equatable, Sendable {
  /// `s`, `o` or `g`: a string, an object path or a signature.
  case text(String)
  /// `b`, a boolean.
  case boolean(Bool)
  /// `u`, an unsigned 32-bit number.
  case number(UInt32)
  /// `t`, an unsigned 64-bit number.
  case long(UInt64)
  /// `h`, an index among the descriptors that came with the message.
  case handle(Int)
  /// An array or a structure.
  case list([BusValue])
  /// A dictionary with strings as keys; of several entries of one key the first.
  case dictionary([String: BusValue])
  /// A type nobody here asks for, with its signature.
  case other(String)

  /// The text; nil for another type.
  public var text: String? { if case .text(let value) = self { value } else { nil } }
  /// The truth value; nil for another type.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// The 32-bit number; nil for another type.
  public var number: UInt32? { if case .number(let value) = self { value } else { nil } }
  /// The 64-bit number; nil for another type.
  public var long: UInt64? { if case .long(let value) = self { value } else { nil } }
  /// The elements; nil for another type.
  public var list: [BusValue]? { if case .list(let value) = self { value } else { nil } }
  /// The entries; nil for another type.
  public var dictionary: [String: BusValue]? { if case .dictionary(let value) = self { value } else { nil } }

  /// The elements, all of them texts; nil for anything else.
  public var texts: [String]? {
    guard let texts = list?.map(\.text), !texts.contains(nil) else { return nil }
    return texts.compactMap(\.self)
  }

  /// The entries, all of them texts; nil for anything else.
  public var textDictionary: [String: String]? {
    guard let texts = dictionary?.mapValues(\.text), !texts.values.contains(nil) else { return nil }
    return texts.compactMapValues(\.self)
  }
}

/// An argument of a call, with the type it has on the wire.
public indirect enum BusArgument: Equatable, Sendable {
  /// `s`, a string.
  case text(String)
  /// `o`, an object path; what is none becomes `/`.
  case path(String)
  /// `b`, a boolean.
  case boolean(Bool)
  /// `y`, a byte.
  case byte(UInt8)
  /// `u`, an unsigned 32-bit number.
  case number(UInt32)
  /// `i`, a signed 32-bit number.
  case signed(Int32)
  /// `x`, a signed 64-bit number.
  case signedLong(Int64)
  /// `as`, an array of strings.
  case texts([String])
  /// `ao`, an array of object paths.
  case paths([String])
  /// `a{ss}`, a dictionary of strings.
  case textDictionary([String: String])
  /// `a{sv}`, a dictionary whose values may each be of another type.
  case variants([String: BusArgument])
  /// `av`, an array of values that may each be of another type.
  case variantList([BusArgument])
  /// `aa{sv}`, an array of dictionaries whose values may each be of another type.
  case variantsList([[String: BusArgument]])
}
