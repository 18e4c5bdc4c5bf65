/// The columns of operations, in both stores that keep them in a table.
enum OperationColumn: Int, StoredColumn { case date, action, tasks, isSealed, record, isSkipped }
