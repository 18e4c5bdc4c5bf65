internal import StrictJSON

/// JSON of whatever meaning.
extension FuzzTarget {
  static let json = [
    FuzzTarget("json") { input in
      guard String(validating: input, as: UTF8.self) != nil else { return }
      let limits = JSONLimits(depth: 16, valueCount: 1000)
      var reader = JSONReader(input, limits: limits)
      guard case .array(let values)? = try? reader.value() else { return }
      var second = JSONReader(input, limits: limits)
      precondition(second.elements(atMost: 1000)?.count == values.count, "the list has another number of elements")
    },
    FuzzTarget("json-secrets") { input in
      input.withUnsafeBytes { bytes in
        guard var scanner = try? JSONScanner(bytes) else { return }
        try? scanner.document { scanner in
          try scanner.object { name, scanner in
            switch name {
            case "s": _ = try scanner.secret()
            case "t": _ = try scanner.string()
            default: try scanner.skip()
            }
          }
        }
      }
    },
  ]
}
