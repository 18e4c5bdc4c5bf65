internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultClient

/// A profile as people see it.
struct ProfileText {
  let row: ProfileRow
  let style: Style

  /// Who it is, how many follow, and who is new.
  var lines: [String] {
    var lines = row.nickname.map { [style.bold(Escaping.line($0))] } ?? []
    if let name = row.name {
      lines.append(lines.isEmpty ? style.bold(Escaping.line(name)) : "known as \(Escaping.line(name))")
    }
    lines.append(row.user.uuidString.lowercased())
    if let count = row.followerCount { lines.append(count == 1 ? "1 follower" : "\(count) followers") }
    if let isFindable = row.isFindable {
      lines.append(isFindable ? "Found by email." : "Not found by email (vault profile --findable on).")
    }
    return lines + (row.isOwn ? news : relation)
  }

  private var relation: [String] {
    [
      row.isFollowed ? "You follow them." : "You do not follow them.",
      row.isFollower ? "They follow you." : "They do not follow you.",
    ]
  }

  private var news: [String] {
    guard !row.newFollowers.isEmpty else { return ["", "Nobody new since the last time."] }
    let cells = row.newFollowers.map { follower in
      [
        Table.Cell(Escaping.line(follower.name), paint: style.bold), Table.Cell(DateText(follower.since).local),
        Table.Cell(follower.user.uuidString.lowercased(), paint: style.dim),
      ]
    }
    return ["", "New since the last time:"] + Table(cells).lines(width: nil)
  }
}
