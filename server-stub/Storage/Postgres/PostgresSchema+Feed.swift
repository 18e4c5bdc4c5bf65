#if Postgres
/// What every node hears of the others. The database writes it itself, so that no statement of the program can forget to.
extension PostgresSchema {
  /// It only says where to look, so it is in no log and on no standby: after a crash it is empty, and its mark is another one.
  ///
  /// Numbers of rows are given out before rows are committed, so that whoever read "after the last number" would miss what is committed late. Each
  /// row has the number of its transaction instead: whoever knows which transactions had not ended when it read before reads those, and misses none.
  static let feed = """
    CREATE UNLOGGED TABLE happenings (
      xid xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(),
      kind smallint NOT NULL,
      subject uuid,
      number bigint,
      change bigint,
      owner uuid,
      partner uuid
    );
    CREATE INDEX happeningsByTransaction ON happenings(xid);
    CREATE UNLOGGED TABLE feedMark (
      one smallint PRIMARY KEY CHECK (one = 1),
      mark uuid NOT NULL
    );
    CREATE FUNCTION note_inboxes() RETURNS trigger LANGUAGE plpgsql SET search_path = vault, pg_temp AS $$ BEGIN
      IF (SELECT count(*) FROM (SELECT FROM later LIMIT 1001) AS counted) > 1000 THEN
        INSERT INTO vault.happenings (kind) VALUES (5);
      ELSE
        INSERT INTO vault.happenings (kind, subject, number, change)
          SELECT 0, later.id, later.inboxHighest, later.changes FROM later JOIN former USING (id)
          WHERE later.inboxHighest > former.inboxHighest OR later.changes > former.changes;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER inboxesHappen AFTER UPDATE ON accounts REFERENCING OLD TABLE AS former NEW TABLE AS later
      FOR EACH STATEMENT EXECUTE FUNCTION note_inboxes();
    CREATE FUNCTION note_messages() RETURNS trigger LANGUAGE plpgsql SET search_path = vault, pg_temp AS $$ BEGIN
      INSERT INTO vault.happenings (kind, subject, number, owner, partner)
        SELECT CASE WHEN later.owner IS NULL THEN 1 ELSE 2 END, later.id, later.highest, later.owner, later.partner
        FROM later JOIN former USING (id) WHERE later.highest > former.highest;
      RETURN NULL;
    END $$;
    CREATE TRIGGER messagesHappen AFTER UPDATE ON channels REFERENCING OLD TABLE AS former NEW TABLE AS later
      FOR EACH STATEMENT EXECUTE FUNCTION note_messages();
    CREATE FUNCTION note_first_messages() RETURNS trigger LANGUAGE plpgsql SET search_path = vault, pg_temp AS $$ BEGIN
      INSERT INTO vault.happenings (kind, subject, number, owner, partner)
        SELECT 2, later.id, later.highest, later.owner, later.partner FROM later
        WHERE later.owner IS NOT NULL AND later.highest > 0;
      RETURN NULL;
    END $$;
    CREATE TRIGGER firstMessagesHappen AFTER INSERT ON channels REFERENCING NEW TABLE AS later
      FOR EACH STATEMENT EXECUTE FUNCTION note_first_messages();
    CREATE FUNCTION note_endings() RETURNS trigger LANGUAGE plpgsql SET search_path = vault, pg_temp AS $$ BEGIN
      INSERT INTO vault.happenings (kind) SELECT 3 WHERE EXISTS (SELECT FROM former);
      RETURN NULL;
    END $$;
    CREATE TRIGGER sessionsEnd AFTER DELETE ON sessions REFERENCING OLD TABLE AS former
      FOR EACH STATEMENT EXECUTE FUNCTION note_endings();
    CREATE TRIGGER channelsEnd AFTER DELETE ON channels REFERENCING OLD TABLE AS former
      FOR EACH STATEMENT EXECUTE FUNCTION note_endings();
    CREATE FUNCTION note_leaving() RETURNS trigger LANGUAGE plpgsql SET search_path = vault, pg_temp AS $$ BEGIN
      IF (SELECT count(*) FROM (SELECT FROM former LIMIT 1001) AS counted) > 1000 THEN
        INSERT INTO vault.happenings (kind) VALUES (5);
      ELSE
        INSERT INTO vault.happenings (kind, subject, owner) SELECT 4, channelID, accountID FROM former;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER membersLeave AFTER DELETE ON enrolments REFERENCING OLD TABLE AS former
      FOR EACH STATEMENT EXECUTE FUNCTION note_leaving();
    """
}
#endif
