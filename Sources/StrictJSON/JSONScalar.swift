/// What one value of JSON can be, without members or elements.
protocol JSONScalar {
  /// Nil where the value is another kind of thing, or none that fits.
  init?(json value: JSONValue)
}

extension Bool: JSONScalar {
  init?(json value: JSONValue) {
    guard case .bool(let isTrue) = value else { return nil }
    self = isTrue
  }
}

extension String: JSONScalar {
  init?(json value: JSONValue) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
}

extension Double: JSONScalar {
  init?(json value: JSONValue) {
    guard case .number(let text) = value, let number = Double(text), number.isFinite else { return nil }
    self = number
  }
}

extension Float: JSONScalar {
  init?(json value: JSONValue) {
    guard case .number(let text) = value, let number = Float(text), number.isFinite else { return nil }
    self = number
  }
}

extension FixedWidthInteger {
  /// A whole number, written as one: what is written as a fraction could only be rounded.
  init?(json value: JSONValue) {
    guard case .number(let text) = value, let number = Self(text) else { return nil }
    self = number
  }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
