internal import AgentAPI
internal import VaultModel

extension RequestSamples {
  /// Requests about what the user proposes to others.
  static let proposals: [RequestSample] = [
    RequestSample(
      ProposeTask(ProposalDraft(person: "grace", name: "Water the plants", notes: "n", key: "k")),
      #"{"propose":{"draft":{"person":"grace","name":"Water the plants","notes":"n","key":"k"}}}"#,
      reply: proposalRow,
      command: CommandSample(
        "propose", "grace", "Water", "the", "plants", "--notes", "n", "--key", "k",
        prints: """
          Proposed to grace (4f2a6c1e): Water the plants, due 2027-01-15
          See what becomes of it: vault proposals show 4f2a6c1e

          """,
        json: #"{"proposal":\#(proposalView)}"#)),
    RequestSample(
      anotherForm: ProposeTask(
        ProposalDraft(person: "g", name: "n", due: DueMoment(date), expiresAt: date, task: uuid)),
      """
      {"propose":{"draft":{"person":"g","name":"n","due":{"date":1800000000.5,"isAllDay":false},\
      "expiresAt":1800000000.5,"task":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}}
      """),
    RequestSample(
      ListProposals(limit: 2, all: true), #"{"proposals":{"limit":2,"all":true}}"#,
      reply: Frozen(
        ProposalListing(proposals: [proposalRow.value], next: uuid),
        #"{"proposals":[\#(proposalRow.json)],"next":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}"#)),
    RequestSample(
      ListProposals(limit: 20, all: false), #"{"proposals":{"limit":20,"all":false}}"#,
      reply: Frozen(
        ProposalListing(proposals: [proposalRow.value]), #"{"proposals":[\#(proposalRow.json)]}"#),
      command: CommandSample(
        "proposals",
        prints: """
          4f2a6c1e  declined  Water the plants
                    to grace (4f2a6c1e), due 2027-01-15, declined 2027-01-15 08:00

          """,
        json: #"{"proposals":[\#(proposalView)],"hasMore":false}"#)),
    RequestSample(
      ListProposals(limit: 1, all: false, before: uuid),
      #"{"proposals":{"limit":1,"all":false,"before":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}"#,
      reply: Frozen(ProposalListing(), #"{"proposals":[]}"#)),
    RequestSample(
      ShowProposal(proposal: "4f2a6c1e"), #"{"proposal":{"proposal":"4f2a6c1e"}}"#, reply: proposalRow),
  ]

  private static let proposalRow = Frozen(
    ProposalRow(
      id: uuid, user: uuid, name: "grace", text: "Water the plants", notes: "n", dueDate: date, isAllDay: true,
      createdAt: date,
      expiresAt: date, decision: .rejected, decidedAt: date),
    """
    {"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","user":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","name":"grace",\
    "text":"Water the plants","notes":"n","dueDate":1800000000.5,"isAllDay":true,"createdAt":1800000000.5,\
    "expiresAt":1800000000.5,\
    "decision":"rejected","decidedAt":1800000000.5}
    """)

  private static let proposalView = """
    {"id":"4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b","user":"4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b","name":"grace",\
    "nickname":null,"text":"Water the plants","notes":"n","dueDate":"2027-01-15T08:00:00Z","isAllDay":true,\
    "createdAt":"2027-01-15T08:00:00Z","expiresAt":"2027-01-15T08:00:00Z","state":"rejected","since":"2027-01-15T08:00:00Z"}
    """
}
