CREATE TABLE "client_errors" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"fingerprint" text NOT NULL,
	"app" text NOT NULL,
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"stack" text NOT NULL,
	"page" text NOT NULL,
	"version" text NOT NULL,
	"client" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "client_errors_times" CHECK ("client_errors"."times" > 0)
);
--> statement-breakpoint
ALTER TABLE "content_submissions" DROP CONSTRAINT "content_submissions_kind";--> statement-breakpoint
ALTER TABLE "content_submissions" DROP CONSTRAINT "content_submissions_own";--> statement-breakpoint
CREATE UNIQUE INDEX "client_errors_one_a_day" ON "client_errors" USING btree ("day","fingerprint");--> statement-breakpoint
CREATE INDEX "client_errors_by_time" ON "client_errors" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "messages_held" ON "messages" USING btree ("id") WHERE "messages"."content" like '%（审核中，编号 %';--> statement-breakpoint
CREATE INDEX "stringing_orders_by_status" ON "stringing_orders" USING btree ("status","id");--> statement-breakpoint
ALTER TABLE "content_submissions" ADD CONSTRAINT "content_submissions_kind" CHECK ("content_submissions"."kind" in ('user', 'card', 'ball', 'class', 'course', 'hours', 'level', 'review'));--> statement-breakpoint
ALTER TABLE "content_submissions" ADD CONSTRAINT "content_submissions_own" CHECK ("content_submissions"."kind" not in ('user', 'card', 'hours') or "content_submissions"."object_id" = "content_submissions"."author_id");--> statement-breakpoint
-- A row that is only ever added to may have words filled in where their placeholder stands, and nothing else of it changes.
-- The arguments: the column of the words, then those that the database itself computes, which a trigger does not see yet.
CREATE FUNCTION "refuse_rewriting_but_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) ->> TG_ARGV[0] LIKE '%（审核中，编号 %'
    AND to_jsonb(NEW) - TG_ARGV = to_jsonb(OLD) - TG_ARGV THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;
--> statement-breakpoint
DROP TRIGGER "lesson_ledger_append_only" ON "lesson_ledger";--> statement-breakpoint
CREATE TRIGGER "lesson_ledger_append_only" BEFORE UPDATE OR DELETE ON "lesson_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_but_words"('reason', 'prev_seq', 'prev_remaining', 'prev_held');--> statement-breakpoint
DROP TRIGGER "invitation_events_append_only" ON "invitation_events";--> statement-breakpoint
CREATE TRIGGER "invitation_events_append_only" BEFORE UPDATE OR DELETE ON "invitation_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_but_words"('reason');--> statement-breakpoint
DROP TRIGGER "level_changes_append_only" ON "level_changes";--> statement-breakpoint
CREATE TRIGGER "level_changes_append_only" BEFORE UPDATE ON "level_changes"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_but_words"('note');
