#if Postgres
/// What nodes share that is about now.
extension PostgresSchema {
  /// Like what they hear of each other, it is in no log and on no standby, and empty after a crash.
  static let nodes = """
    ALTER TABLE happenings ADD COLUMN device text COLLATE "C";
    CREATE UNLOGGED TABLE openings (
      device text COLLATE "C" PRIMARY KEY,
      number bigint NOT NULL
    ) WITH (fillfactor = 50);
    CREATE FUNCTION note_opening() RETURNS trigger LANGUAGE plpgsql SET search_path = vault, pg_temp AS $$ BEGIN
      INSERT INTO vault.happenings (kind, device, number) VALUES (6, NEW.device, NEW.number);
      RETURN NULL;
    END $$;
    CREATE TRIGGER devicesOpen AFTER INSERT OR UPDATE ON openings FOR EACH ROW EXECUTE FUNCTION note_opening();
    """
}
#endif
