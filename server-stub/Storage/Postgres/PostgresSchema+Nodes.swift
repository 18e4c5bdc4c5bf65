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
    -- What a token opens that another node knows is to be looked up anew.
    CREATE TRIGGER sendersEnd AFTER DELETE ON senderTokens REFERENCING OLD TABLE AS former
      FOR EACH STATEMENT EXECUTE FUNCTION note_endings();
    CREATE FUNCTION note_rights() RETURNS trigger LANGUAGE plpgsql SET search_path = vault, pg_temp AS $$ BEGIN
      INSERT INTO vault.happenings (kind) VALUES (3);
      RETURN NULL;
    END $$;
    CREATE TRIGGER rightsChange AFTER UPDATE OF isAdministrator, passwordHash, email ON accounts
      FOR EACH ROW EXECUTE FUNCTION note_rights();
    CREATE UNLOGGED TABLE leases (
      name text COLLATE "C" PRIMARY KEY,
      node uuid NOT NULL,
      ends bigint NOT NULL
    );
    -- When somebody has rested, so that nothing counts against them (GCRA), in microseconds since 1970.
    CREATE UNLOGGED TABLE throttles (
      key uuid PRIMARY KEY,
      rested bigint NOT NULL
    ) WITH (fillfactor = 50);
    CREATE FUNCTION charge_attempt(keys uuid[], pauses bigint[], bursts bigint[], OUT waits bigint[])
      LANGUAGE plpgsql SET search_path = vault, pg_temp AS $$
    DECLARE
      moment bigint;
    BEGIN
      -- Two attempts lock in one order, so that neither waits for the other in a circle.
      INSERT INTO vault.throttles (key, rested) SELECT asked.key, 0 FROM unnest(keys) AS asked (key) ORDER BY asked.key
        ON CONFLICT (key) DO UPDATE SET rested = throttles.rested;
      moment := (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000000)::bigint;
      SELECT array_agg(greatest(throttles.rested - moment - asked.pause * (asked.burst - 1), 0) ORDER BY asked.place) INTO waits
        FROM unnest(keys, pauses, bursts) WITH ORDINALITY AS asked (key, pause, burst, place) JOIN vault.throttles USING (key);
      IF 0 < ANY(waits) THEN RETURN; END IF;
      UPDATE vault.throttles SET rested = greatest(throttles.rested, moment) + asked.pause
        FROM unnest(keys, pauses) AS asked (key, pause) WHERE throttles.key = asked.key;
    END $$;
    """
}
#endif
