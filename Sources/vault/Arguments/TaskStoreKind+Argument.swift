public import AgentAPI
public import ArgumentParser

/// Each kind can be named by `tasks migrate --to`. The kinds are public, so what they conform to has to be imported so.
extension TaskStoreKind: ExpressibleByArgument {}
