internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
internal import Localization
internal import StrictJSON

/// A picture to send: the one that an option names, or the one that lies beside a payload and is named there.
enum PictureInput {
  /// The bytes of the picture that goes with a payload; nil when none does.
  ///
  /// - Parameters:
  ///   - option: what `--image` names.
  ///   - file: the payload's file; `-` for standard input.
  /// - Throws: `Failure` when there is one that can't be read, or is too long.
  static func bytes(option: String?, payload: String, file: String, _ context: CommandContext) throws -> [UInt8]? {
    if let option { return try read(context.absolute(option), option, following: true) }
    guard let name = named(in: payload) else { return nil }
    guard file != "-" else {
      throw Failure(
        .usage, "The payload names the picture \(name), and comes from standard input.",
        hint: "Give the picture with --image FILE.")
    }
    let place = context.absolute(file)
    let directory = place[..<(place.lastIndex(of: "/") ?? place.startIndex)]
    // Who wrote the payload chose the name: a link would lead it elsewhere.
    return try read("\(directory)/\(name)", "\(name), which \(file) names as its picture,", following: false)
  }

  /// The file name in `image`; nil for anything else, such as the path of a picture on the server.
  static func named(in payload: String) -> String? {
    struct Fields: Decodable { var image: String? }
    // What is no payload the agent says.
    guard let name = try? StoredJSON.decode(Fields.self, from: Array(payload.utf8)).image else { return nil }
    let isFile = name.contains(".") && !name.hasPrefix(".") && name.utf8.count <= 255
    return isFile && !name.unicodeScalars.contains { $0 == "/" || $0.value < 0x20 } ? name : nil
  }

  private static func read(_ path: String, _ name: String, following: Bool) throws(Failure) -> [UInt8] {
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (following ? 0 : O_NOFOLLOW)
    let descriptor = open(path, flags)
    guard descriptor >= 0 else {
      throw Failure(
        .badData, "\(name) can't be opened: \(String(cString: strerror(errno))).", hint: "Give a picture you may read.")
    }
    defer { close(descriptor) }
    let bytes = try InputFile.read(from: descriptor, maximum: AgentProtocol.maximumPictureByteCount, as: name)
    guard !bytes.isEmpty else { throw Failure(.badData, "\(name) is empty.") }
    return bytes
  }
}
