internal import Hummingbird
internal import NIOCore
internal import ServerAPI

/// `GET /metrics`: what the server counts of itself, for Prometheus.
///
/// It reveals how much is sent and how often logins fail, so it requires an administrator's session or a token with the scope
/// `metrics:read`. The address a request comes from would be no proof: behind a proxy everybody comes from this machine.
struct MetricsRoutes: RouteGroup {
  let senders: SenderService
  let storage: any ServerStorage
  let figures: ServerMetrics
  /// What the streams of each kind do.
  let streams: [(kind: String, figures: StreamMetrics)]
  /// Of a node among others.
  let node: NodeMetrics?

  var routes: [Route] { [Route(.get, "/metrics", metrics)] }

  @Sendable private func metrics(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard try await senders.sender(of: request, context).mayReadMetrics else {
      throw APIFailure(.forbidden, "this takes an administrator or a token with the scope metrics:read")
    }
    var text = MetricsText()
    addStreams(to: &text)
    addPushes(try await storage.broadcastCounts(), to: &text)
    addRequests(to: &text)
    addLogins(to: &text)
    node?.add(to: &text)
    addStorageProblems(to: &text)
    text.add(
      "vault_server_storage_bytes", .gauge, "What the database takes on the disk.",
      Double(try await storage.byteCount()))
    addProcess(to: &text)
    return Response(
      status: .ok, headers: [.contentType: MetricsText.contentType],
      body: .init(byteBuffer: ByteBuffer(string: text.text)))
  }

  private func addStreams(to text: inout MetricsText) {
    let all = streams.map { kind, figures in (figures, [("kind", kind)]) }
    text.add("vault_server_connections", .gauge, "Connections that are open.", Double(figures.connections.current))
    text.add(
      "vault_server_streams", .gauge,
      "Streams: live ones are written to as it happens, those behind are read for from storage.",
      all.flatMap { figures, labels in
        let (open, isLive) = (figures.open.current, figures.live.current)
        return [
          (labels + [("state", "live")], Double(isLive)),
          (labels + [("state", "behind")], Double(max(open - isLive, 0))),
        ]
      })
    text.add(
      "vault_server_events_delivered_total", .counter, "Events written to streams.",
      all.map { ($1, Double($0.delivered.current)) })
    text.add(
      "vault_server_events_dropped_total", .counter,
      "Events not written to a stream as they happened, but read from storage later.",
      all.map { ($1, Double($0.dropped.current)) })
    text.add(
      "vault_server_stream_retries_total", .counter,
      "Times that a stream which is behind waited because the storage could not be read.",
      all.map { ($1, Double($0.retries.current)) })
  }

  private func addPushes(_ broadcasts: BroadcastCounts, to text: inout MetricsText) {
    text.add("vault_server_pushes_total", .counter, "Pushes stored.", Double(figures.pushes.current))
    text.add(
      "vault_server_items_total", .counter, "Items of inboxes that pushes became.", Double(figures.items.current))
    text.add(
      "vault_server_broadcasts", .gauge,
      "Pushes to many that are not in all inboxes: waiting ones come there; those set aside can't be read.",
      [
        ([("state", "waiting")], Double(broadcasts.waiting)), ([("state", "set_aside")], Double(broadcasts.setAside)),
      ])
    text.add("vault_server_messages_total", .counter, "Messages of channels stored.", Double(figures.messages.current))
  }

  private func addStorageProblems(to text: inout MetricsText) {
    text.add(
      "vault_server_storage_problems_total", .counter, "Times that the storage could not be used, and why.",
      storage.figures.problems.map { ([("reason", $0.reason)], Double($0.count)) })
    text.add(
      "vault_server_storage_writable", .gauge, "1 while what is to be stored can be; 0 since it could not.",
      storage.figures.isWritable ? 1 : 0)
  }

  private func addLogins(to text: inout MetricsText) {
    text.add(
      "vault_server_logins_refused_total", .counter, "Logins refused.",
      [
        ([("reason", "credentials")], Double(figures.wrongLogins.current)),
        ([("reason", "throttled")], Double(figures.throttledLogins.current)),
        ([("reason", "overloaded")], Double(figures.crowdedLogins.current)),
      ])
  }

  private func addRequests(to text: inout MetricsText) {
    let all = figures.requests.all
    text.add(
      "vault_server_requests_total", .counter, "Requests answered, by route and class of status.",
      all.flatMap { endpoint, figures in
        figures.answers.indices.filter { figures.answers[$0] > 0 }.map {
          (Self.labels(endpoint) + [("status", "\($0)xx")], Double(figures.answers[$0]))
        }
      })
    guard !all.isEmpty else { return }
    let name = "vault_server_request_seconds"
    text.begin(name, .histogram, "How long requests took until their answer began.")
    for (endpoint, figures) in all { addHistogram(name, Self.labels(endpoint), figures, to: &text) }
  }

  private func addHistogram(
    _ name: String, _ labels: [(String, String)], _ figures: RequestMetrics.Figures, to text: inout MetricsText
  ) {
    var sum = 0
    for (bound, count) in zip(RequestMetrics.bounds.map { "\($0)" } + ["+Inf"], figures.buckets) {
      sum += count
      text.add(name + "_bucket", labels + [("le", bound)], Double(sum))
    }
    text.add(name + "_sum", labels, figures.seconds)
    text.add(name + "_count", labels, Double(sum))
  }

  private func addProcess(to text: inout MetricsText) {
    guard let process = ProcessMetrics() else { return }
    text.add(
      "process_resident_memory_bytes", .gauge, "Memory of the process.", Double(process.residentByteCount))
    text.add(
      "process_cpu_seconds_total", .counter, "Time of all cores the process took.", process.processorSeconds)
    text.add("process_open_fds", .gauge, "Descriptors that are open.", Double(process.openDescriptorCount))
    text.add("process_max_fds", .gauge, "The most descriptors.", Double(process.maximumDescriptorCount))
  }

  private static func labels(_ endpoint: RequestMetrics.Endpoint) -> [(String, String)] {
    [("method", endpoint.method), ("route", endpoint.path)]
  }
}
