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
CREATE TRIGGER "lesson_ledger_append_only" BEFORE UPDATE OR DELETE ON "lesson_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "lesson_ledger_no_truncate" BEFORE TRUNCATE ON "lesson_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "invitation_events_append_only" BEFORE UPDATE OR DELETE ON "invitation_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "invitation_events_no_truncate" BEFORE TRUNCATE ON "invitation_events"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
