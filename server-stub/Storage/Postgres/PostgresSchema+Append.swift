#if Postgres
/// Storing a push for one inbox in one statement, so that many are committed together.
extension PostgresSchema {
  /// Stores a push that nobody has to decide anything about, and says where: `outcome` is 0 where it is stored, and 2 where it takes more to tell,
  /// and nothing was done. It never fails for what is to be expected, as that would undo what is committed together with it.
  ///
  /// A push that is found under its id may be committed here and on no standby, by a commit that gave up waiting: a record is written to the log,
  /// so that the commit of whoever finds it waits (docs/decisions/0073).
  static let appendPush = """
    CREATE FUNCTION append_push(
      p_id uuid, p_sender text, p_recipient text, p_account uuid, p_device text, p_key text, p_payload text, p_created bigint,
      p_expires bigint, p_kind text, p_name text, p_sender_account uuid, p_priority bigint, p_addressee uuid,
      OUT outcome bigint, OUT account uuid, OUT place bigint
    ) LANGUAGE plpgsql SET search_path = vault, pg_temp AS $$
    DECLARE
      new_number bigint;
    BEGIN
      outcome := 2;
      SELECT inbox.accountID, inbox.sequence INTO account, place
        FROM vault.pushes JOIN vault.inbox ON inbox.push = pushes.number
        WHERE pushes.id = p_id AND pushes.sender = p_sender;
      IF FOUND THEN
        PERFORM pg_catalog.pg_logical_emit_message(true, 'vault', '');
        outcome := 0;
        RETURN;
      END IF;
      IF EXISTS (SELECT FROM vault.forgottenPushes WHERE forgottenPushes.id = p_id) THEN RETURN; END IF;
      account := p_account;
      IF p_device IS NOT NULL THEN
        SELECT devices.accountID INTO account FROM vault.devices WHERE devices.token = p_device;
      END IF;
      PERFORM FROM vault.accounts WHERE accounts.id = account FOR NO KEY UPDATE;
      IF NOT FOUND THEN RETURN; END IF;
      -- While it waited, the device may have gone to somebody else.
      IF p_device IS NOT NULL
        AND NOT EXISTS (SELECT FROM vault.devices WHERE devices.token = p_device AND devices.accountID = account)
      THEN RETURN; END IF;
      INSERT INTO vault.pushes (id, sender, recipient, device, idempotencyKey, payload, inboxCount, createdAt, expiresAt,
          senderKind, senderName, senderAccount, priority, addressee)
        VALUES (p_id, p_sender, p_recipient, p_device, p_key, p_payload, 1, p_created, p_expires, p_kind, p_name,
          p_sender_account, p_priority, p_addressee)
        ON CONFLICT DO NOTHING RETURNING pushes.number INTO new_number;
      IF new_number IS NULL THEN RETURN; END IF;
      UPDATE vault.accounts SET inboxHighest = inboxHighest + 1 WHERE accounts.id = account
        RETURNING accounts.inboxHighest INTO place;
      INSERT INTO vault.inbox (accountID, sequence, push) VALUES (account, place, new_number);
      outcome := 0;
    END $$;
    """
}
#endif
