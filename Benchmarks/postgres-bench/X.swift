#if Postgres
internal import PostgresClient
@main enum M { static func main() {} }
#else
@main enum M { static func main() {} }
#endif
