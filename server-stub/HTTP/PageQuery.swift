internal import Hummingbird
internal import ServerAPI

/// `?after=NUMBER&limit=COUNT` of a list.
struct PageQuery: Equatable {
  /// The list begins after this number; 0 for all.
  let after: Int64
  let limit: Int

  /// - Throws: ``APIFailure`` with 422.
  init(_ request: Request) throws(APIFailure) {
    after = try Self.number("after", request, default: 0, in: 0...Int64.max)
    limit = try Self.limit(request)
  }

  /// The most of one answer.
  ///
  /// - Throws: ``APIFailure`` with 422.
  static func limit(_ request: Request) throws(APIFailure) -> Int {
    let maximum = Int64(ServerLimits.pageCount)
    return Int(try number("limit", request, default: maximum, in: 1...maximum))
  }

  private static func number(
    _ name: Substring, _ request: Request, default: Int64, in range: ClosedRange<Int64>
  ) throws(APIFailure) -> Int64 {
    guard let text = request.uri.queryParameters[name] else { return `default` }
    guard let number = Int64(text), range.contains(number) else {
      throw APIFailure(.invalidField, "\"\(name)\" is a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
