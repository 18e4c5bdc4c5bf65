public import SecretMemory
public import ServerAPI

extension VaultServerAPI {
  /// `PUT /v1/devices/{token}`: registers this device under the user of the session, or brings it up to date.
  ///
  /// - Parameter device: its token, as ``DeviceToken`` has it.
  /// - Throws: ``ServerClientError/Code/invalidInput`` for a token that is none, or a name that is empty or too long.
  @discardableResult
  public func register(
    device: String, _ registration: DeviceRegistration, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> Device {
    let path = try Self.path(ofDevice: device)
    let body = try Self.json(registration)
    let request = HTTPTransport.Request(method: .put, origin: origin, path: path, token: token, body: body)
    return try AnswerReader.value(Device.self, from: try await transport.send(request))
  }

  /// `DELETE /v1/devices/{token}`.
  ///
  /// - Parameter seconds: how long the answer may take; nil for what is usual.
  /// - Throws: ``ServerClientError/Code/notFound`` when the user has no such device.
  public func unregister(
    device: String, within seconds: Double? = nil, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) {
    let path = try Self.path(ofDevice: device)
    let request = HTTPTransport.Request(method: .delete, origin: origin, path: path, token: token, seconds: seconds)
    try AnswerReader.checkStatus(try await transport.send(request))
  }

  /// `GET /v1/devices`: the user's devices.
  public func devices(at origin: ServerOrigin, token: SharedSecret) async throws(ServerClientError) -> [Device] {
    let request = HTTPTransport.Request(
      method: .get, origin: origin, path: "/v1/devices", token: token, answerLimit: ServerClientLimits.listByteCount)
    return try AnswerReader.value(DeviceList.self, from: try await transport.send(request)).devices
  }

  private static func path(ofDevice token: String) throws(ServerClientError) -> String {
    guard DeviceToken.isValid(token) else {
      throw ServerClientError(.invalidInput, "a device's token has 16 to 64 characters of base64url")
    }
    return "/v1/devices/\(token)"
  }
}
