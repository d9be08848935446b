CREATE TABLE "registration_counts" (
	"address" text PRIMARY KEY NOT NULL,
	"registrations" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ball_result_players" (
	"result_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"side" text NOT NULL,
	"rating_change" numeric(3, 2),
	CONSTRAINT "ball_result_players_pkey" PRIMARY KEY("result_id","user_id"),
	CONSTRAINT "ball_result_players_side" CHECK ("ball_result_players"."side" in ('A', 'B'))
);
--> statement-breakpoint
CREATE TABLE "ball_results" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ball_id" bigint NOT NULL,
	"recorded_by" bigint NOT NULL,
	"sets" text NOT NULL,
	"winner" text NOT NULL,
	"state" text NOT NULL,
	"answered_by" bigint,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ball_results_state" CHECK ("ball_results"."state" in ('PROPOSED', 'AGREED', 'DISPUTED')),
	CONSTRAINT "ball_results_winner" CHECK ("ball_results"."winner" in ('A', 'B')),
	CONSTRAINT "ball_results_answered" CHECK (("ball_results"."state" = 'PROPOSED') = ("ball_results"."answered_by" is null)),
	CONSTRAINT "ball_results_answered_at" CHECK (("ball_results"."answered_by" is null) = ("ball_results"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "business_cards" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"template_id" text NOT NULL,
	"name" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"avatar" text,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "business_cards_template" CHECK ("business_cards"."template_id" in ('purple', 'blue', 'orange', 'green', 'pink')),
	CONSTRAINT "business_cards_name" CHECK ("business_cards"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "message_settings" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	CONSTRAINT "message_settings_span" CHECK (num_nonnulls("message_settings"."quiet_from", "message_settings"."quiet_to") in (0, 2)),
	CONSTRAINT "message_settings_half_hours" CHECK ("message_settings"."quiet_from" between 0 and 47 and "message_settings"."quiet_to" between 0 and 47 and "message_settings"."quiet_from" <> "message_settings"."quiet_to")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"object_kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"hours_before" smallint NOT NULL,
	"begins_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminders_pkey" PRIMARY KEY("object_kind","object_id","user_id","hours_before","begins_at"),
	CONSTRAINT "reminders_object_kind" CHECK ("reminders"."object_kind" in ('invitation', 'ball')),
	CONSTRAINT "reminders_hours" CHECK ("reminders"."hours_before" in (24, 2))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" bigint NOT NULL,
	"template" text NOT NULL,
	"quota" integer NOT NULL,
	CONSTRAINT "subscriptions_pkey" PRIMARY KEY("user_id","template"),
	CONSTRAINT "subscriptions_quota" CHECK ("subscriptions"."quota" >= 0)
);
--> statement-breakpoint
CREATE TABLE "level_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"source" text NOT NULL,
	"level" numeric(2, 1) NOT NULL,
	"by_user_id" bigint,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "level_changes_source" CHECK ("level_changes"."source" in ('SELF', 'COACH', 'RESULTS')),
	CONSTRAINT "level_changes_level" CHECK ("level_changes"."level" between 1.0 and 7.0 and "level_changes"."level" * 2 = trunc("level_changes"."level" * 2)),
	CONSTRAINT "level_changes_by" CHECK (("level_changes"."source" = 'COACH') = ("level_changes"."by_user_id" is not null)),
	CONSTRAINT "level_changes_two_people" CHECK ("level_changes"."by_user_id" is null or "level_changes"."by_user_id" <> "level_changes"."user_id")
);
--> statement-breakpoint
CREATE TABLE "coach_applications" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"real_name" text NOT NULL,
	"years_teaching" integer NOT NULL,
	"region" text NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"certificates" text NOT NULL,
	"approve_status" smallint DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coach_applications_status" CHECK ("coach_applications"."approve_status" in (0, 1, 2)),
	CONSTRAINT "coach_applications_decided" CHECK (("coach_applications"."approve_status" = 0) = ("coach_applications"."decided_at" is null)),
	CONSTRAINT "coach_applications_years" CHECK ("coach_applications"."years_teaching" between 0 and 60),
	CONSTRAINT "coach_applications_certificates" CHECK ("coach_applications"."certificates" <> '')
);
--> statement-breakpoint
CREATE TABLE "share_links" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"object_id" bigint,
	"sharer_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_links_once" UNIQUE NULLS NOT DISTINCT("sharer_id","kind","object_id"),
	CONSTRAINT "share_links_kind" CHECK ("share_links"."kind" in ('home', 'ball', 'card')),
	CONSTRAINT "share_links_object" CHECK (("share_links"."kind" = 'home') = ("share_links"."object_id" is null)),
	CONSTRAINT "share_links_id" CHECK ("share_links"."id" ~ '^[0-9A-Za-z]{8}$')
);
--> statement-breakpoint
CREATE TABLE "wechat_access_tokens" (
	"app_id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"renewing_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "wechat_keys" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"session_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_used_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "outbox_waiting";--> statement-breakpoint
ALTER TABLE "login_sessions" ADD COLUMN "platform" text DEFAULT 'web' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "given_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "rating" numeric(3, 2) DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "registered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ball_result_players" ADD CONSTRAINT "ball_result_players_result_id_ball_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."ball_results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_result_players" ADD CONSTRAINT "ball_result_players_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_results" ADD CONSTRAINT "ball_results_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_results" ADD CONSTRAINT "ball_results_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_results" ADD CONSTRAINT "ball_results_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_cards" ADD CONSTRAINT "business_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_settings" ADD CONSTRAINT "message_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_changes" ADD CONSTRAINT "level_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_changes" ADD CONSTRAINT "level_changes_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_applications" ADD CONSTRAINT "coach_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_sharer_id_users_id_fk" FOREIGN KEY ("sharer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wechat_keys" ADD CONSTRAINT "wechat_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ball_result_players_of_user" ON "ball_result_players" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ball_results_one_stands" ON "ball_results" USING btree ("ball_id") WHERE "ball_results"."state" <> 'DISPUTED';--> statement-breakpoint
CREATE INDEX "level_changes_of_user" ON "level_changes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "coach_applications_of_user" ON "coach_applications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "coach_applications_by_status" ON "coach_applications" USING btree ("approve_status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "coach_applications_one_waits" ON "coach_applications" USING btree ("user_id") WHERE "coach_applications"."approve_status" = 0;--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("next_attempt_at") WHERE "outbox"."sent_at" is null and "outbox"."given_up_at" is null;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_username" CHECK ("credentials"."username" !~ '^[0-9]+$');--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_small_letters" CHECK ("credentials"."username" = lower("credentials"."username"));--> statement-breakpoint
ALTER TABLE "login_sessions" ADD CONSTRAINT "login_sessions_platform" CHECK ("login_sessions"."platform" in ('web', 'weapp'));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_ends_once" CHECK ("outbox"."sent_at" is null or "outbox"."given_up_at" is null);--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_given_up" CHECK ("outbox"."given_up_at" is null or "outbox"."last_error" is not null);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_rating" CHECK ("users"."rating" between 1.00 and 7.00);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_phone_verified" CHECK (not "users"."phone_verified" or "users"."phone" is not null);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_closed" CHECK ("users"."closed_at" is null or num_nonnulls("users"."phone", "users"."open_id", "users"."union_id", "users"."wechat_id", "users"."avatar") = 0);--> statement-breakpoint
UPDATE "users" SET "rating" = "level", "registered_at" = "created_at", "phone_verified" = "phone" IS NOT NULL AND "open_id" IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER "level_changes_append_only" BEFORE UPDATE ON "level_changes"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();--> statement-breakpoint
-- What a person said of himself goes with him when he turns out to have another account; what others said stays.
CREATE TRIGGER "level_changes_kept" BEFORE DELETE ON "level_changes"
  FOR EACH ROW WHEN (OLD."source" <> 'SELF') EXECUTE FUNCTION "refuse_rewriting"();--> statement-breakpoint
CREATE TRIGGER "level_changes_no_truncate" BEFORE TRUNCATE ON "level_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();--> statement-breakpoint
-- A closed account begins nothing any more. Locking its user's row makes whoever begins something wait for a closing that is
-- under way, and the closing wait for him.
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
END $$;--> statement-breakpoint
CREATE TRIGGER "invitations_by_open_account" BEFORE INSERT OR UPDATE OF "initiator_id", "coach_id" ON "invitations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('initiator_id', 'coach_id');--> statement-breakpoint
CREATE TRIGGER "seats_by_open_account" BEFORE INSERT OR UPDATE OF "state" ON "seats"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "ball_games_by_open_account" BEFORE INSERT OR UPDATE OF "initiator_id" ON "ball_games"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('initiator_id');--> statement-breakpoint
CREATE TRIGGER "ball_participants_by_open_account" BEFORE INSERT OR UPDATE OF "state" ON "ball_participants"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "ball_waiters_by_open_account" BEFORE INSERT ON "ball_waiters"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "ball_requests_by_open_account" BEFORE INSERT ON "ball_requests"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "orders_by_open_account" BEFORE INSERT ON "orders"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "contracts_by_open_account" BEFORE INSERT OR UPDATE OF "remaining_sessions" ON "contracts"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "company_members_by_open_account" BEFORE INSERT ON "company_members"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "student_relations_by_open_account" BEFORE INSERT ON "student_relations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('coach_id', 'player_id');--> statement-breakpoint
CREATE TRIGGER "coach_venues_by_open_account" BEFORE INSERT ON "coach_venues"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('coach_id');--> statement-breakpoint
CREATE TRIGGER "coach_applications_by_open_account" BEFORE INSERT ON "coach_applications"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "login_sessions_by_open_account" BEFORE INSERT ON "login_sessions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "credentials_by_open_account" BEFORE INSERT ON "credentials"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "addresses_by_open_account" BEFORE INSERT ON "addresses"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "business_cards_by_open_account" BEFORE INSERT ON "business_cards"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "calendar_feeds_by_open_account" BEFORE INSERT ON "calendar_feeds"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "wechat_keys_by_open_account" BEFORE INSERT ON "wechat_keys"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
INSERT INTO "level_changes" ("user_id", "source", "level", "created_at")
  SELECT "id", 'SELF', "level", "created_at" FROM "users" ORDER BY "id";--> statement-breakpoint
-- Nothing was ever sent, and what was written has no words that WeChat could be given.
DELETE FROM "outbox";
