internal import HTTPTypes

@testable internal import VaultServer

/// Addresses and networks, and whose request it is behind proxies.
extension FuzzTarget {
  static let addresses = [
    FuzzTarget("network-address", atMost: 128, networkAddress),
    FuzzTarget("forwarded-headers", atMost: 512, forwardedHeaders),
  ]

  // MARK: Addresses

  private static func networkAddress(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    if let address = NetworkAddress(text) {
      let literal = text.utf8.prefix { $0 != UInt8(ascii: "%") }
      precondition(
        literal.allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }, "what is no literal address is one")
      checkAddress(address)
    }
    if let network = AddressNetwork(text) { checkNetwork(network, text) }
    var reader = InputReader(input)
    let bytes = (0..<16).map { _ in reader.byte() }
    guard let v4 = NetworkAddress(bytes: bytes.prefix(4)), let v6 = NetworkAddress(bytes: bytes) else {
      preconditionFailure("bytes are no address")
    }
    precondition(v4.isV4, "four bytes are no address of IPv4")
    checkAddress(v4)
    checkAddress(v6)
  }

  private static func checkAddress(_ address: NetworkAddress) {
    precondition(address.bytes.count == 16, "an address has not sixteen bytes")
    precondition(
      NetworkAddress(address.literal) == address && NetworkAddress(address.groups) == address,
      "an address is another one after it was written and read")
    precondition(
      NetworkAddress("\(address.literal)%eth0") == address && NetworkAddress(bytes: address.bytes) == address,
      "an address is another one with a zone, or of its bytes")
    precondition(
      !address.isV4 || NetworkAddress(bytes: address.bytes.suffix(4)) == address, "four bytes are another address")
    checkLimitKey(of: address)
    checkNetwork(around: address)
  }

  /// What limits count is an address of IPv4, or a /64 network of IPv6.
  private static func checkLimitKey(of address: NetworkAddress) {
    guard let counted = AddressNetwork(address.limitKey) else { preconditionFailure("what is counted is no network") }
    let (near, far) = (address.flipping(127), address.flipping(address.isV4 ? 96 : 63))
    precondition(counted.contains(address) && !counted.contains(far), "another network is counted")
    precondition(counted.contains(near) != address.isV4, "more or less than a network is counted")
    precondition(
      (near.limitKey == address.limitKey) != address.isV4 && far.limitKey != address.limitKey,
      "what is counted is not one network")
  }

  /// A network has the addresses that begin as it does, and no others.
  private static func checkNetwork(around address: NetworkAddress) {
    let width = address.isV4 ? 32 : 128
    let count = address.bytes.reduce(0) { $0 + Int($1) } % (width + 1)
    guard let network = AddressNetwork("\(address.literal)/\(count)") else {
      preconditionFailure("a network can't be read")
    }
    precondition(network.contains(address), "a network lacks its own address")
    let fixed = 128 - width + count
    precondition(fixed == 128 || network.contains(address.flipping(fixed)), "a network lacks an address")
    precondition(count == 0 || !network.contains(address.flipping(fixed - 1)), "a network has another one's address")
    precondition(AddressNetwork("\(address.literal)/\(width + 1)") == nil, "a prefix is longer than an address")
  }

  private static func checkNetwork(_ network: AddressNetwork, _ text: String) {
    guard let own = NetworkAddress(text.prefix { $0 != "/" }) else { preconditionFailure("a network has no address") }
    precondition(network.contains(own), "a network lacks its own address")
    precondition(TrustedProxies(networks: [network]).contains(own), "a proxy that is named is not trusted")
    precondition(!TrustedProxies(networks: []).contains(own), "a proxy that nobody named is trusted")
    guard text.firstIndex(of: "/") == nil else { return }
    precondition((0..<128).allSatisfy { !network.contains(own.flipping($0)) }, "an address alone is more than one")
  }

  // MARK: Headers of proxies

  private static let trusted = TrustedProxies(networks: ["192.0.2.0/24"].compactMap { AddressNetwork($0) })

  private static func address(_ text: String) -> NetworkAddress {
    guard let address = NetworkAddress(text) else { preconditionFailure("\(text) is no address") }
    return address
  }

  private static func forwardedHeaders(_ input: [UInt8]) {
    let fields = HTTPFields(lines: input)
    let claims = [ForwardedHeaders.addresses(fields), ForwardedHeaders.plainAddresses(fields)].compactMap { $0 }
    precondition(ForwardedHeaders.areIn(fields) == !claims.isEmpty, "a request through a proxy is not noticed")
    precondition(claims.allSatisfy { $0.count <= 32 }, "more hops are read than an honest chain has")
    let (proxy, stranger) = (address("192.0.2.1"), address("192.0.3.1"))
    let client = trusted.client(behind: proxy, fields)
    precondition(
      client == proxy || claims.contains { hops in hops.contains { $0 == client } }, "a client is none of the hops")
    precondition(trusted.client(behind: stranger, fields) == stranger, "a stranger's word counts")
    let parts: [HTTPFields] = [plain, forwarded].map { name in fields.filter { $0.name == name } }
    checkAddedHop("203.0.113.9", to: parts[0].map(\.value), plain, behind: proxy)
    checkAddedHop("for=203.0.113.9", to: parts[1].map(\.value), forwarded, behind: proxy)
    // Where both headers are there and differ, neither counts.
    guard parts.allSatisfy({ !$0.isEmpty }) else { return }
    let alone = parts.map { trusted.client(behind: proxy, $0) }
    precondition(client == (alone[0] == alone[1] ? alone[0] : proxy), "one of two different headers counts")
  }

  private static let plain = fieldName("X-Forwarded-For")
  private static let forwarded = fieldName("Forwarded")

  private static func fieldName(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is no name") }
    return name
  }

  /// The hop that a trusted proxy adds is the client, whatever was written before it: on a line of its own, and behind the last
  /// one's comma.
  private static func checkAddedHop(
    _ hop: String, to values: [String], _ name: HTTPField.Name, behind proxy: NetworkAddress
  ) {
    var forms = [values + [hop]]
    if let last = values.last { forms.append(Array(values.dropLast()) + ["\(last), \(hop)"]) }
    for form in forms {
      let fields = HTTPFields(form.map { HTTPField(name: name, value: $0) })
      precondition(
        trusted.client(behind: proxy, fields) == address("203.0.113.9"), "a client hides behind its own words")
    }
  }
}
