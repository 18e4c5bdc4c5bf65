internal import ArgumentParser

/// One of a few words: an option that takes the raw value of a case.
///
/// The parser asks each for its words before it parses anything. By itself it has the standard library describe every value, which looks
/// through the conformances of the whole program for each way that a type may describe itself.
protocol WordChoice: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension WordChoice {
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  /// The words say it all.
  static var allValueDescriptions: [String: String] { [:] }

  var defaultValueDescription: String { rawValue }
}
