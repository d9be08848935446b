-- Written by hand: what Drizzle's schema cannot say.
-- A payment by card names its card; the two tables' modules must not import each other.
ALTER TABLE "payments" ADD CONSTRAINT "payments_card_id_stored_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "stored_cards"("id");
--> statement-breakpoint
-- The balance of a contract is the balance after its last ledger row: neither moves without the other.
-- Deferred, since both are written in one transaction, in either order.
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_balance_is_ledger"
  FOREIGN KEY ("id", "seq", "remaining_sessions", "held_sessions")
  REFERENCES "lesson_ledger" ("contract_id", "seq", "remaining_after", "held_after") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
-- Ledgers and audit trails are only ever added to.
CREATE FUNCTION "refuse_rewriting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;
--> statement-breakpoint
CREATE TRIGGER "lesson_ledger_no_truncate" BEFORE TRUNCATE ON "lesson_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "invitation_events_no_truncate" BEFORE TRUNCATE ON "invitation_events"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
-- The balance of a card is the balance after its last ledger row: neither moves without the other.
ALTER TABLE "stored_cards" ADD CONSTRAINT "stored_cards_balance_is_ledger"
  FOREIGN KEY ("id", "seq", "principal_fen", "gift_fen")
  REFERENCES "card_ledger" ("card_id", "seq", "principal_after", "gift_after") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE TRIGGER "card_ledger_append_only" BEFORE UPDATE OR DELETE ON "card_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "card_ledger_no_truncate" BEFORE TRUNCATE ON "card_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
ALTER TABLE "merchant_strings" ADD CONSTRAINT "merchant_strings_balance" FOREIGN KEY ("id", "seq", "stock_metres")
  REFERENCES "string_ledger" ("string_id", "seq", "metres_after") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE TRIGGER "string_ledger_append_only" BEFORE UPDATE OR DELETE ON "string_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "string_ledger_no_truncate" BEFORE TRUNCATE ON "string_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_balance" FOREIGN KEY ("id", "seq", "stock")
  REFERENCES "stock_ledger" ("product_id", "seq", "units_after") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE TRIGGER "stock_ledger_append_only" BEFORE UPDATE OR DELETE ON "stock_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "stock_ledger_no_truncate" BEFORE TRUNCATE ON "stock_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "stringing_steps_append_only" BEFORE UPDATE OR DELETE ON "stringing_steps"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "stringing_steps_no_truncate" BEFORE TRUNCATE ON "stringing_steps"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
-- What people said of themselves goes when their two accounts become one; what others said stays.
CREATE TRIGGER "level_changes_kept" BEFORE DELETE ON "level_changes"
  FOR EACH ROW WHEN (OLD."source" <> 'SELF') EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "level_changes_no_truncate" BEFORE TRUNCATE ON "level_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
-- A closed account starts nothing. The lock on its user row makes a start wait for a closing that runs,
-- and the closing wait for a start.
CREATE FUNCTION "refuse_closed_account"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named text;
  closed timestamptz;
BEGIN
  FOREACH named IN ARRAY TG_ARGV LOOP
    SELECT closed_at INTO closed FROM users WHERE id = (to_jsonb(NEW) ->> named)::bigint FOR KEY SHARE;
    IF closed IS NOT NULL THEN
      RAISE EXCEPTION 'the account in %.% is closed', TG_TABLE_NAME, named
        USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "invitations_by_open_account" BEFORE INSERT OR UPDATE OF "initiator_id", "coach_id" ON "invitations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('initiator_id', 'coach_id');
--> statement-breakpoint
CREATE TRIGGER "seats_by_open_account" BEFORE INSERT OR UPDATE OF "state" ON "seats"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "ball_games_by_open_account" BEFORE INSERT OR UPDATE OF "initiator_id" ON "ball_games"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('initiator_id');
--> statement-breakpoint
CREATE TRIGGER "ball_participants_by_open_account" BEFORE INSERT OR UPDATE OF "state" ON "ball_participants"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "ball_waiters_by_open_account" BEFORE INSERT ON "ball_waiters"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "ball_requests_by_open_account" BEFORE INSERT ON "ball_requests"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "orders_by_open_account" BEFORE INSERT ON "orders"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "contracts_by_open_account" BEFORE INSERT OR UPDATE OF "remaining_sessions" ON "contracts"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "company_members_by_open_account" BEFORE INSERT ON "company_members"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "student_relations_by_open_account" BEFORE INSERT ON "student_relations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('coach_id', 'player_id');
--> statement-breakpoint
CREATE TRIGGER "coach_venues_by_open_account" BEFORE INSERT ON "coach_venues"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('coach_id');
--> statement-breakpoint
CREATE TRIGGER "coach_applications_by_open_account" BEFORE INSERT ON "coach_applications"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "login_sessions_by_open_account" BEFORE INSERT ON "login_sessions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "credentials_by_open_account" BEFORE INSERT ON "credentials"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "addresses_by_open_account" BEFORE INSERT ON "addresses"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "business_cards_by_open_account" BEFORE INSERT ON "business_cards"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "calendar_feeds_by_open_account" BEFORE INSERT ON "calendar_feeds"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "wechat_keys_by_open_account" BEFORE INSERT ON "wechat_keys"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "staff_audit_events_append_only" BEFORE UPDATE OR DELETE ON "staff_audit_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "phone_conflicts_by_open_account" BEFORE INSERT ON "phone_conflicts"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
-- No money goes to a closed account, even where it was requested before.
CREATE TRIGGER "stored_cards_by_open_account" BEFORE INSERT ON "stored_cards"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "card_adjustments_by_open_account" BEFORE INSERT ON "card_adjustments"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "card_adjustments_done_for_open_account" BEFORE UPDATE OF "state" ON "card_adjustments"
  FOR EACH ROW WHEN (NEW.state = 'DONE') EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "password_requests_by_open_account" BEFORE INSERT ON "password_requests"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
-- In an append-only row, text in review may replace its placeholder. Nothing else may change.
-- Arguments: the column of the text, then the columns that the database computes and a trigger does not see yet.
CREATE FUNCTION "refuse_rewriting_but_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) ->> TG_ARGV[0] LIKE '%（审核中，编号 %'
    AND to_jsonb(NEW) - TG_ARGV = to_jsonb(OLD) - TG_ARGV THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;
--> statement-breakpoint
CREATE TRIGGER "lesson_ledger_append_only" BEFORE UPDATE OR DELETE ON "lesson_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_but_text"('reason', 'prev_seq', 'prev_remaining', 'prev_held');
--> statement-breakpoint
CREATE TRIGGER "invitation_events_append_only" BEFORE UPDATE OR DELETE ON "invitation_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_but_text"('reason');
--> statement-breakpoint
CREATE TRIGGER "level_changes_append_only" BEFORE UPDATE ON "level_changes"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_but_text"('note');
