internal import FoundationEssentials
internal import Hummingbird
internal import Logging
internal import ServerAPI

/// `GET /v1/devices`, `PUT` and `DELETE /v1/devices/{token}`.
struct DeviceRoutes: RouteGroup {
  let sessions: SessionService
  let storage: any ServerStorage
  let clock: ServerClock

  var routes: [Route] {
    [
      Route(.get, "/v1/devices", list),
      Route(.put, "/v1/devices/:token", register),
      Route(.delete, "/v1/devices/:token", unregister),
    ]
  }

  @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    return try Response.json(DeviceList(devices: try await storage.devices(of: account.id)))
  }

  @Sendable private func register(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    let token = try Self.token(context)
    let device = Self.device(token, try await Self.registration(request), at: clock.date())
    switch try await storage.register(device, of: account.id, atMost: ServerLimits.deviceCount) {
    case .registered(let stored):
      try await storage.bindKnownDevice(ofSession: try BearerToken.read(request).hash, to: token)
      context.logger.info("device registered", metadata: ["account": "\(account.id)"])
      return try Response.json(stored)
    case .tokenIsTaken: throw APIFailure(.conflict, "this token is a device of another user; make a new one")
    case .noAccount: throw APIFailure(.invalidToken, "the account is gone")
    }
  }

  @Sendable private func unregister(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    let token = try Self.token(context)
    guard try await storage.unregister(token, of: account.id) else {
      throw APIFailure(.notFound, "there is no such device")
    }
    try await storage.forgetKnownDevice(token, of: account.id, removedBy: try BearerToken.read(request).hash)
    return Response(status: .noContent)
  }

  private static func registration(_ request: Request) async throws -> DeviceRegistration {
    let registration = try await JSONBody.members(of: request).decode(DeviceRegistration.self)
    let lengths = 1...ServerLimits.deviceTextByteCount
    guard lengths.contains(registration.platform.utf8.count), lengths.contains(registration.name.utf8.count) else {
      throw APIFailure(.invalidField, "platform and name have 1 to \(lengths.upperBound) bytes")
    }
    return registration
  }

  private static func device(_ token: String, _ registration: DeviceRegistration, at now: Date) -> Device {
    Device(
      token: token, platform: registration.platform, name: registration.name, registeredAt: now, lastSeenAt: now)
  }

  private static func token(_ context: ServerContext) throws(APIFailure) -> String {
    guard let token = context.parameters.get("token"), DeviceToken.isValid(token) else {
      throw APIFailure(.invalidField, "a device's token has 16 to 64 characters of base64url")
    }
    return token
  }
}
