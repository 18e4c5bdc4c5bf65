internal import HTTPTypes

/// The proxies that may say whose request it is. All others say nothing that counts.
struct TrustedProxies: Sendable {
  let networks: [AddressNetwork]

  func contains(_ address: NetworkAddress) -> Bool { networks.contains { $0.contains(address) } }

  /// Who sent a request: the last hop that is no trusted proxy itself. What stands before it was written by that hop or by
  /// whoever it had it from, and proves nothing.
  ///
  /// A proxy that writes one of the two headers passes on what a client wrote into the other. So where both are there and
  /// differ neither counts, and the proxy's own address stands: nobody but the client who did that is counted under it.
  ///
  /// - Parameter source: where the connection comes from, as the kernel or the PROXY protocol says.
  func client(behind source: NetworkAddress, _ headers: HTTPFields) -> NetworkAddress {
    guard contains(source) else { return source }
    let claims = [ForwardedHeaders.addresses(headers), ForwardedHeaders.plainAddresses(headers)].compactMap { $0 }
      .map { last($0, behind: source) }
    guard let first = claims.first, claims.allSatisfy({ $0 == first }) else { return source }
    return first
  }

  /// - Parameter hops: from the one farthest away to the one that spoke to the last proxy; nil for what is no address.
  private func last(_ hops: [NetworkAddress?], behind source: NetworkAddress) -> NetworkAddress {
    var nearest = source
    for hop in hops.reversed() {
      guard let hop else { return nearest }
      nearest = hop
      guard contains(hop) else { return hop }
    }
    return nearest
  }
}

/// The hops that proxies write into a request, in the order in which they stand there.
enum ForwardedHeaders {
  /// More hops than this are no honest chain; those nearest to the server are read.
  private static let maximumHopCount = 32

  /// Whether a request has come through a proxy, or says so.
  static func areIn(_ headers: HTTPFields) -> Bool {
    headers.contains { $0.name == forwarded || $0.name == forwardedFor }
  }

  /// The `for` of each element of `Forwarded` (RFC 7239); nil without the header.
  static func addresses(_ headers: HTTPFields) -> [NetworkAddress?]? {
    values(headers, forwarded).map { $0.flatMap(hops(of:)).suffix(maximumHopCount) }
  }

  /// The hops of one field. What a quoted string holds separates nothing: it may be a client's word, as the host is.
  private static func hops(of value: String) -> [NetworkAddress?] {
    value.quotedParts().map { element in
      let names = element.quotedParts(separatedBy: UInt8(ascii: ";")).compactMap { pair in
        let parts = pair.parts(separatedBy: UInt8(ascii: "="))
        return parts.count == 2 && parts[0].lowercased() == "for" ? parts[1] : nil
      }
      return names.count == 1 ? address(names[0]) : nil
    }
  }

  /// The elements of `X-Forwarded-For`; nil without the header.
  static func plainAddresses(_ headers: HTTPFields) -> [NetworkAddress?]? {
    values(headers, forwardedFor).map { $0.flatMap { $0.parts() }.suffix(maximumHopCount).map(address) }
  }

  private static let forwarded = HTTPField.Name("Forwarded")
  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

  /// The fields of that name; their lists are read from the end: a client's own part stands before it, and may be anything.
  private static func values(_ headers: HTTPFields, _ name: HTTPField.Name?) -> [String]? {
    let values = headers.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : values
  }

  /// An address with or without quotation marks, brackets and a port.
  private static func address(_ text: Substring) -> NetworkAddress? {
    var text = text
    if text.count >= 2, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      return NetworkAddress(text[text.index(after: text.startIndex)..<end])
    }
    if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") { text = text[..<colon] }
    return NetworkAddress(text)
  }
}
