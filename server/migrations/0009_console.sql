CREATE TABLE "phone_contests" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_adjustments" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"card_id" bigint,
	"is_new_card" boolean NOT NULL,
	"principal_change" bigint NOT NULL,
	"gift_change" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"asked_by" bigint NOT NULL,
	"decided_by" bigint,
	"ended_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_adjustments_state" CHECK ("card_adjustments"."state" in ('WAITING', 'DONE', 'REFUSED', 'WITHDRAWN')),
	CONSTRAINT "card_adjustments_two_people" CHECK ("card_adjustments"."decided_by" <> "card_adjustments"."asked_by"),
	CONSTRAINT "card_adjustments_decided" CHECK (("card_adjustments"."state" in ('DONE', 'REFUSED')) = ("card_adjustments"."decided_by" is not null)),
	CONSTRAINT "card_adjustments_ended" CHECK (("card_adjustments"."state" = 'WAITING') = ("card_adjustments"."ended_at" is null)),
	CONSTRAINT "card_adjustments_card" CHECK (("card_adjustments"."card_id" is not null) = (not "card_adjustments"."is_new_card" or "card_adjustments"."state" = 'DONE')),
	CONSTRAINT "card_adjustments_change" CHECK (case when "card_adjustments"."is_new_card" then "card_adjustments"."principal_change" = 0 and "card_adjustments"."gift_change" between 0 and 500000
        else "card_adjustments"."principal_change" between -500000 and 500000 and "card_adjustments"."gift_change" between -500000 and 500000
          and ("card_adjustments"."principal_change", "card_adjustments"."gift_change") <> (0, 0) end),
	CONSTRAINT "card_adjustments_reason" CHECK ("card_adjustments"."reason" <> '')
);
--> statement-breakpoint
CREATE TABLE "cockpit_sessions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"login_session_id" bigint NOT NULL,
	"ticket_hash" text NOT NULL,
	"ticket_expires_at" timestamp with time zone NOT NULL,
	"entered_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cockpit_sessions_ticket" UNIQUE("ticket_hash"),
	CONSTRAINT "cockpit_sessions_entered" CHECK ("cockpit_sessions"."entered_at" <= "cockpit_sessions"."ticket_expires_at")
);
--> statement-breakpoint
CREATE TABLE "invariant_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"asked_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"begun_at" timestamp with time zone,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"total" integer NOT NULL,
	"checked" integer DEFAULT 0 NOT NULL,
	"broken" integer DEFAULT 0 NOT NULL,
	"warnings" integer DEFAULT 0 NOT NULL,
	"unchecked" integer DEFAULT 0 NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	CONSTRAINT "invariant_runs_checked" CHECK ("invariant_runs"."checked" between 0 and "invariant_runs"."total"),
	CONSTRAINT "invariant_runs_found" CHECK ("invariant_runs"."broken" + "invariant_runs"."warnings" + "invariant_runs"."unchecked" <= "invariant_runs"."checked"),
	CONSTRAINT "invariant_runs_whole" CHECK ("invariant_runs"."ended_at" is null or "invariant_runs"."error" is not null or "invariant_runs"."checked" = "invariant_runs"."total")
);
--> statement-breakpoint
CREATE TABLE "reconcile_findings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"run_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"order_id" bigint NOT NULL,
	"payment_id" bigint,
	"refund_id" bigint,
	"ours" text NOT NULL,
	"theirs" text NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reconcile_findings_once" UNIQUE("run_id","subject"),
	CONSTRAINT "reconcile_findings_kind" CHECK ("reconcile_findings"."kind" in ('PAYMENT_MISSED', 'PAYMENT_MISSING', 'PAYMENT_AMOUNT', 'PAYMENT_NUMBER', 'REFUND_STATE',
        'ORDER_UNPAID', 'CARD_LEDGER'))
);
--> statement-breakpoint
CREATE TABLE "reconcile_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"asked_by" bigint,
	"to_compare" integer DEFAULT 0 NOT NULL,
	"compared" integer DEFAULT 0 NOT NULL,
	"payments_up_to" bigint DEFAULT '0' NOT NULL,
	"refunds_up_to" bigint DEFAULT '0' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"beat_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reconcile_runs_state" CHECK ("reconcile_runs"."state" in ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
	CONSTRAINT "reconcile_runs_ended" CHECK (("reconcile_runs"."state" in ('DONE', 'FAILED')) = ("reconcile_runs"."ended_at" is not null)),
	CONSTRAINT "reconcile_runs_compared" CHECK ("reconcile_runs"."compared" >= 0 and "reconcile_runs"."to_compare" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"reporter_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"owner_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"content" jsonb NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"parts" text DEFAULT '' NOT NULL,
	"verdict" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_kind" CHECK ("reports"."kind" in ('user', 'ball')),
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('abuse', 'untrue', 'advert', 'obscene', 'other')),
	CONSTRAINT "reports_state" CHECK ("reports"."state" in ('WAITING', 'KEPT', 'REMOVED')),
	CONSTRAINT "reports_decided_at" CHECK (("reports"."state" = 'WAITING') = ("reports"."decided_at" is null)),
	CONSTRAINT "reports_parts" CHECK (("reports"."state" = 'REMOVED') = ("reports"."parts" <> '')),
	CONSTRAINT "reports_verdict" CHECK ("reports"."state" <> 'WAITING' or "reports"."verdict" = ''),
	CONSTRAINT "reports_two_people" CHECK ("reports"."reporter_id" <> "reports"."owner_id"),
	CONSTRAINT "reports_whole_profile" CHECK ("reports"."kind" <> 'user' or "reports"."object_id" = "reports"."owner_id")
);
--> statement-breakpoint
CREATE TABLE "staff_deeds" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"action" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"summary" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_deeds_action" CHECK ("staff_deeds"."action" ~ '^[a-z-]+\.[a-z-]+$'),
	CONSTRAINT "staff_deeds_summary" CHECK ("staff_deeds"."summary" <> '')
);
--> statement-breakpoint
CREATE TABLE "user_suspensions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"staff_id" bigint NOT NULL,
	"until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_suspensions_reason" CHECK ("user_suspensions"."reason" <> ''),
	CONSTRAINT "user_suspensions_until" CHECK ("user_suspensions"."until" > "user_suspensions"."created_at"),
	CONSTRAINT "user_suspensions_ended" CHECK ("user_suspensions"."ended_at" is not null or "user_suspensions"."ended_by" is null)
);
--> statement-breakpoint
CREATE TABLE "job_failures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"what" text DEFAULT '' NOT NULL,
	"error" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"retried_at" timestamp with time zone,
	CONSTRAINT "job_failures_times" CHECK ("job_failures"."times" > 0 and "job_failures"."last_at" >= "job_failures"."first_at")
);
--> statement-breakpoint
CREATE TABLE "job_states" (
	"name" text PRIMARY KEY NOT NULL,
	"id" bigserial NOT NULL,
	"begun_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"done_ms" integer,
	"failed_at" timestamp with time zone,
	CONSTRAINT "job_states_id" UNIQUE("id"),
	CONSTRAINT "job_states_done" CHECK (("job_states"."done_at" is null) = ("job_states"."done_ms" is null) and "job_states"."done_ms" >= 0)
);
--> statement-breakpoint
ALTER TABLE "product_categories" DROP CONSTRAINT "product_categories_name";--> statement-breakpoint
DROP INDEX "contracts_of_company";--> statement-breakpoint
DROP INDEX "stringing_orders_of_merchant";--> statement-breakpoint
ALTER TABLE "files" ALTER COLUMN "owner_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "one_time_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "one_time_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "is_lead" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "staff_id" bigint;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "may_be_sent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product_categories" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD COLUMN "staff_id" bigint;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant_strings" ADD COLUMN "low_stock_metres" numeric(8, 1) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_venues" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "coach_venues" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "venues" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "venues" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_contests" ADD CONSTRAINT "phone_contests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_adjustments" ADD CONSTRAINT "card_adjustments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_adjustments" ADD CONSTRAINT "card_adjustments_card_id_stored_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."stored_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_adjustments" ADD CONSTRAINT "card_adjustments_asked_by_staff_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_adjustments" ADD CONSTRAINT "card_adjustments_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cockpit_sessions" ADD CONSTRAINT "cockpit_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cockpit_sessions" ADD CONSTRAINT "cockpit_sessions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cockpit_sessions" ADD CONSTRAINT "cockpit_sessions_login_session_id_login_sessions_id_fk" FOREIGN KEY ("login_session_id") REFERENCES "public"."login_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invariant_runs" ADD CONSTRAINT "invariant_runs_asked_by_staff_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconcile_findings" ADD CONSTRAINT "reconcile_findings_run_id_reconcile_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."reconcile_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconcile_findings" ADD CONSTRAINT "reconcile_findings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconcile_findings" ADD CONSTRAINT "reconcile_findings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconcile_findings" ADD CONSTRAINT "reconcile_findings_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconcile_runs" ADD CONSTRAINT "reconcile_runs_asked_by_staff_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_deeds" ADD CONSTRAINT "staff_deeds_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_suspensions" ADD CONSTRAINT "user_suspensions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_suspensions" ADD CONSTRAINT "user_suspensions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_suspensions" ADD CONSTRAINT "user_suspensions_ended_by_staff_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "phone_contests_by_time" ON "phone_contests" USING btree ("created_at","user_id");--> statement-breakpoint
CREATE INDEX "phone_contests_of_phone" ON "phone_contests" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "card_adjustments_of_card" ON "card_adjustments" USING btree ("card_id","id");--> statement-breakpoint
CREATE INDEX "card_adjustments_of_user" ON "card_adjustments" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "card_adjustments_waiting_first" ON "card_adjustments" USING btree (("state" = 'WAITING'),"id");--> statement-breakpoint
CREATE INDEX "card_adjustments_by_state" ON "card_adjustments" USING btree ("state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_adjustments_one_waits" ON "card_adjustments" USING btree ("card_id") WHERE "card_adjustments"."state" = 'WAITING';--> statement-breakpoint
CREATE UNIQUE INDEX "card_adjustments_one_issue_waits" ON "card_adjustments" USING btree ("user_id") WHERE "card_adjustments"."state" = 'WAITING' and "card_adjustments"."is_new_card";--> statement-breakpoint
CREATE INDEX "cockpit_sessions_of_user" ON "cockpit_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cockpit_sessions_of_login" ON "cockpit_sessions" USING btree ("login_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invariant_runs_one" ON "invariant_runs" USING btree (("ended_at" is null)) WHERE "invariant_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "invariant_runs_ended" ON "invariant_runs" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "reconcile_findings_of_run" ON "reconcile_findings" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "reconcile_runs_of_day" ON "reconcile_runs" USING btree ("day","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reconcile_runs_one_goes_on" ON "reconcile_runs" USING btree ("day") WHERE "reconcile_runs"."state" in ('WAITING', 'RUNNING');--> statement-breakpoint
CREATE UNIQUE INDEX "reports_one_waits" ON "reports" USING btree ("reporter_id","kind","object_id") WHERE "reports"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "reports_waiting" ON "reports" USING btree ("id") WHERE "reports"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "reports_decided" ON "reports" USING btree ("decided_at","id") WHERE "reports"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "reports_of_object" ON "reports" USING btree ("kind","object_id","id");--> statement-breakpoint
CREATE INDEX "reports_of_reporter" ON "reports" USING btree ("reporter_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_of_owner" ON "reports" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "staff_deeds_by_time" ON "staff_deeds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "staff_deeds_of_object" ON "staff_deeds" USING btree ("object_kind","object_id");--> statement-breakpoint
CREATE INDEX "staff_deeds_of_staff" ON "staff_deeds" USING btree ("staff_id","created_at");--> statement-breakpoint
CREATE INDEX "user_suspensions_of_user" ON "user_suspensions" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_suspensions_one_open" ON "user_suspensions" USING btree ("user_id") WHERE "user_suspensions"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "job_failures_open" ON "job_failures" USING btree ("name","what","error") WHERE "job_failures"."retried_at" is null;--> statement-breakpoint
CREATE INDEX "job_failures_by_time" ON "job_failures" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "job_failures_of_job" ON "job_failures" USING btree ("name","last_at");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_of_merchant" ON "staff" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "card_ledger_of_kind" ON "card_ledger" USING btree ("card_id","kind","seq");--> statement-breakpoint
CREATE INDEX "card_ledger_of_all" ON "card_ledger" USING btree ("created_at","card_id","seq");--> statement-breakpoint
CREATE INDEX "card_ledger_kind_by_time" ON "card_ledger" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "card_ledger_of_actor" ON "card_ledger" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "stored_cards_by_balance" ON "stored_cards" USING btree (("principal_fen" + "gift_fen"),"id");--> statement-breakpoint
CREATE INDEX "invitation_events_by_time" ON "invitation_events" USING btree ("created_at","invitation_id","seq");--> statement-breakpoint
CREATE INDEX "invitation_events_of_action" ON "invitation_events" USING btree ("action","created_at");--> statement-breakpoint
CREATE INDEX "invitation_events_of_actor" ON "invitation_events" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_of_company" ON "invitations" USING btree ("company_id","course_date");--> statement-breakpoint
CREATE INDEX "lesson_ledger_by_time" ON "lesson_ledger" USING btree ("created_at","contract_id","seq");--> statement-breakpoint
CREATE INDEX "lesson_ledger_of_kind" ON "lesson_ledger" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "lesson_ledger_of_actor" ON "lesson_ledger" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "lesson_ledger_sold" ON "lesson_ledger" USING btree ("contract_id","created_at") WHERE "lesson_ledger"."kind" in ('GRANT', 'ADJUST');--> statement-breakpoint
CREATE INDEX "adverts_of_place" ON "adverts" USING btree ("place","ends_at");--> statement-breakpoint
CREATE INDEX "outbox_failing" ON "outbox" USING btree ("id") WHERE "outbox"."sent_at" is null and "outbox"."given_up_at" is null and "outbox"."last_error" is not null;--> statement-breakpoint
CREATE INDEX "outbox_lost" ON "outbox" USING btree ("id") WHERE "outbox"."given_up_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_kind" ON "orders" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_method" ON "orders" USING btree ("method","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_amount" ON "orders" USING btree ("amount_fen","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("paid_at") WHERE "orders"."state" = 'PAID';--> statement-breakpoint
CREATE INDEX "orders_by_closing" ON "orders" USING btree ("closed_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree (coalesce("settled_at", "created_at"),"id");--> statement-breakpoint
CREATE INDEX "refunds_stuck_first" ON "refunds" USING btree (("state" = 'STUCK'),"id");--> statement-breakpoint
CREATE INDEX "refunds_by_state" ON "refunds" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "refunds_by_time" ON "refunds" USING btree (coalesce("done_at", "created_at"),"id");--> statement-breakpoint
CREATE INDEX "refunds_by_asking" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_by_end" ON "refunds" USING btree ("done_at","id");--> statement-breakpoint
CREATE INDEX "level_changes_by_time" ON "level_changes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_time" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_last_seen" ON "users" USING btree ("last_seen_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_by_phone_end" ON "users" USING btree (right("phone", 4));--> statement-breakpoint
CREATE UNIQUE INDEX "product_categories_name" ON "product_categories" USING btree ("name") WHERE "product_categories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "shop_orders_by_time" ON "shop_orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "shop_orders_of_phone" ON "shop_orders" USING btree ("contact_phone","id");--> statement-breakpoint
CREATE INDEX "shop_orders_by_wish" ON "shop_orders" USING btree ("refund_wish","id") WHERE "shop_orders"."refund_wish" <> 'NONE';--> statement-breakpoint
CREATE INDEX "stock_ledger_by_time" ON "stock_ledger" USING btree ("created_at","product_id","seq");--> statement-breakpoint
CREATE INDEX "string_ledger_by_time" ON "string_ledger" USING btree ("created_at","string_id","seq");--> statement-breakpoint
CREATE INDEX "stringing_orders_ready" ON "stringing_orders" USING btree ("merchant_id","ready_at") WHERE "stringing_orders"."ready_at" is not null;--> statement-breakpoint
CREATE INDEX "stringing_steps_by_time" ON "stringing_steps" USING btree ("created_at","order_id","seq");--> statement-breakpoint
CREATE INDEX "stringing_steps_of_actor" ON "stringing_steps" USING btree ("actor","actor_id","created_at");--> statement-breakpoint
CREATE INDEX "coach_venues_waiting" ON "coach_venues" USING btree ("id") WHERE "coach_venues"."approve_status" = 0;--> statement-breakpoint
CREATE INDEX "coach_venues_decided" ON "coach_venues" USING btree ("decided_at","id") WHERE "coach_venues"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "venues_waiting" ON "venues" USING btree ("id") WHERE "venues"."approve_status" = 0;--> statement-breakpoint
CREATE INDEX "venues_decided" ON "venues" USING btree ("decided_at","id") WHERE "venues"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "contracts_of_company" ON "contracts" USING btree ("company_id","expiry_date");--> statement-breakpoint
CREATE INDEX "stringing_orders_of_merchant" ON "stringing_orders" USING btree ("merchant_id","status","response_time");--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_one_time" CHECK ("credentials"."one_time_used_at" is null or "credentials"."one_time_until" is not null);--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploader" CHECK (num_nonnulls("files"."owner_id", "files"."staff_id") = 1);--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_may_be_sent" CHECK (not "outbox"."may_be_sent" or "outbox"."given_up_at" is not null);--> statement-breakpoint
ALTER TABLE "merchant_strings" ADD CONSTRAINT "merchant_strings_low" CHECK ("merchant_strings"."low_stock_metres" >= 0);--> statement-breakpoint
ALTER TABLE "coach_venues" ADD CONSTRAINT "coach_venues_decided_once" CHECK ("coach_venues"."approve_status" <> 0 or "coach_venues"."decided_at" is null);--> statement-breakpoint
ALTER TABLE "coach_venues" ADD CONSTRAINT "coach_venues_reason" CHECK ("coach_venues"."reason" = '' or "coach_venues"."approve_status" = 2);--> statement-breakpoint
ALTER TABLE "venues" ADD CONSTRAINT "venues_decided_once" CHECK ("venues"."approve_status" <> 0 or "venues"."decided_at" is null);--> statement-breakpoint
ALTER TABLE "venues" ADD CONSTRAINT "venues_reason" CHECK ("venues"."reason" = '' or "venues"."approve_status" = 2);--> statement-breakpoint
CREATE TRIGGER "staff_deeds_append_only" BEFORE UPDATE OR DELETE ON "staff_deeds"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();--> statement-breakpoint
CREATE TRIGGER "phone_contests_by_open_account" BEFORE INSERT ON "phone_contests"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
-- Until now only the log-ins knew when somebody was last there.
UPDATE "users" u SET "last_seen_at" = seen."at" FROM (
  SELECT "user_id", max("last_seen_at") AS "at" FROM "login_sessions" GROUP BY "user_id") seen
  WHERE seen."user_id" = u."id";
