CREATE TABLE "ball_proposals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ball_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"proposed_by" bigint NOT NULL,
	"out_user_id" bigint,
	"in_user_id" bigint NOT NULL,
	"out_agreed_at" timestamp with time zone,
	"in_agreed_at" timestamp with time zone,
	"order_id" bigint,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ball_proposals_kind" CHECK ("ball_proposals"."kind" in ('HAND_OVER', 'SWAP')),
	CONSTRAINT "ball_proposals_state" CHECK ("ball_proposals"."state" in ('OPEN', 'DONE', 'REFUSED', 'LAPSED')),
	CONSTRAINT "ball_proposals_people" CHECK (("ball_proposals"."kind" = 'SWAP') = ("ball_proposals"."out_user_id" is not null) and "ball_proposals"."out_user_id" <> "ball_proposals"."in_user_id")
);
--> statement-breakpoint
CREATE TABLE "ball_requests" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ball_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"approve_status" smallint DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ball_requests_approve_status" CHECK ("ball_requests"."approve_status" in (0, 1, 2)),
	CONSTRAINT "ball_requests_decided" CHECK (("ball_requests"."approve_status" = 0) = ("ball_requests"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "ball_waiters" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ball_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ball_waiters_state" CHECK ("ball_waiters"."state" in ('WAITING', 'OFFERED', 'SEATED', 'LAPSED', 'LEFT'))
);
--> statement-breakpoint
CREATE TABLE "card_ledger" (
	"card_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"kind" text NOT NULL,
	"principal_change" bigint NOT NULL,
	"gift_change" bigint NOT NULL,
	"principal_after" bigint NOT NULL,
	"gift_after" bigint NOT NULL,
	"prev_seq" integer GENERATED ALWAYS AS (case when seq > 1 then seq - 1 end) STORED,
	"prev_principal" bigint GENERATED ALWAYS AS (principal_after - principal_change) STORED,
	"prev_gift" bigint GENERATED ALWAYS AS (gift_after - gift_change) STORED,
	"order_id" bigint,
	"reference" text NOT NULL,
	"reason" text NOT NULL,
	"actor_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_ledger_pkey" PRIMARY KEY("card_id","seq"),
	CONSTRAINT "card_ledger_balance" UNIQUE("card_id","seq","principal_after","gift_after"),
	CONSTRAINT "card_ledger_once" UNIQUE("card_id","kind","reference"),
	CONSTRAINT "card_ledger_seq" CHECK ("card_ledger"."seq" > 0),
	CONSTRAINT "card_ledger_first" CHECK ("card_ledger"."seq" > 1 or ("card_ledger"."principal_after" = "card_ledger"."principal_change" and "card_ledger"."gift_after" = "card_ledger"."gift_change")),
	CONSTRAINT "card_ledger_kind" CHECK ("card_ledger"."kind" in ('TOP_UP', 'PAY', 'REFUND', 'WITHDRAW', 'ADJUST')),
	CONSTRAINT "card_ledger_effect" CHECK (case "card_ledger"."kind"
        when 'TOP_UP' then "card_ledger"."principal_change" > 0 and "card_ledger"."gift_change" >= 0
        when 'PAY' then "card_ledger"."principal_change" <= 0 and "card_ledger"."gift_change" <= 0 and "card_ledger"."principal_change" + "card_ledger"."gift_change" < 0
        when 'REFUND' then "card_ledger"."principal_change" >= 0 and "card_ledger"."gift_change" >= 0 and "card_ledger"."principal_change" + "card_ledger"."gift_change" > 0
        when 'WITHDRAW' then "card_ledger"."principal_change" < 0 and "card_ledger"."gift_change" <= 0
        else true end),
	CONSTRAINT "card_ledger_order" CHECK ("card_ledger"."kind" = 'ADJUST' or "card_ledger"."order_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "stored_cards" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"card_no" text NOT NULL,
	"name" text NOT NULL,
	"principal_fen" bigint NOT NULL,
	"gift_fen" bigint NOT NULL,
	"seq" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stored_cards_no" UNIQUE("card_no"),
	CONSTRAINT "stored_cards_principal" CHECK ("stored_cards"."principal_fen" between 0 and 9007199254740991),
	CONSTRAINT "stored_cards_gift" CHECK ("stored_cards"."gift_fen" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"label" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_fen" bigint NOT NULL,
	"amount_fen" bigint GENERATED ALWAYS AS (quantity * unit_fen) STORED,
	CONSTRAINT "order_lines_pkey" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" > 0),
	CONSTRAINT "order_lines_unit" CHECK ("order_lines"."unit_fen" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"title" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" text DEFAULT 'UNPAID' NOT NULL,
	"method" text,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_kind" CHECK ("orders"."kind" in ('BALL_PUBLISH', 'BALL_SEAT', 'BALL_SWAP', 'CARD_TOP_UP')),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('UNPAID', 'PAID', 'CLOSED')),
	CONSTRAINT "orders_method" CHECK ("orders"."method" in ('CARD', 'WECHAT')),
	CONSTRAINT "orders_amount" CHECK ("orders"."amount_fen" between 1 and 9007199254740991),
	CONSTRAINT "orders_paid" CHECK (("orders"."state" = 'PAID') = ("orders"."paid_at" is not null) and ("orders"."state" = 'PAID') = ("orders"."method" is not null)),
	CONSTRAINT "orders_closed" CHECK (("orders"."state" = 'CLOSED') = ("orders"."closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"out_trade_no" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_events_pkey" PRIMARY KEY("provider","event_id"),
	CONSTRAINT "payment_events_provider" CHECK ("payment_events"."provider" in ('CARD', 'WECHAT', 'SIMULATOR'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"out_trade_no" text NOT NULL,
	"transaction_id" text,
	"card_id" bigint,
	"channel" text,
	"amount_fen" bigint NOT NULL,
	"received_fen" bigint,
	"state" text NOT NULL,
	"prepay" jsonb,
	"next_poll_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_trade_no" UNIQUE("out_trade_no"),
	CONSTRAINT "payments_transaction" UNIQUE("provider","transaction_id"),
	CONSTRAINT "payments_provider" CHECK ("payments"."provider" in ('CARD', 'WECHAT', 'SIMULATOR')),
	CONSTRAINT "payments_channel" CHECK ("payments"."channel" in ('JSAPI', 'H5', 'NATIVE')),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('PENDING', 'SETTLED', 'SURPLUS', 'CLOSED', 'FAILED')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_fen" between 1 and 9007199254740991),
	CONSTRAINT "payments_received" CHECK ("payments"."received_fen" between 1 and 9007199254740991),
	CONSTRAINT "payments_money" CHECK (("payments"."state" in ('SETTLED', 'SURPLUS')) = ("payments"."received_fen" is not null)),
	CONSTRAINT "payments_whole" CHECK ("payments"."state" <> 'SETTLED' or "payments"."received_fen" = "payments"."amount_fen"),
	CONSTRAINT "payments_card" CHECK (("payments"."provider" = 'CARD') = ("payments"."card_id" is not null)),
	CONSTRAINT "payments_poll" CHECK ("payments"."state" <> 'PENDING' or "payments"."next_poll_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"payment_id" bigint NOT NULL,
	"out_refund_no" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"cause" text NOT NULL,
	"reason" text NOT NULL,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_once" UNIQUE("payment_id","cause"),
	CONSTRAINT "refunds_number" UNIQUE("out_refund_no"),
	CONSTRAINT "refunds_target" CHECK ("refunds"."target" in ('CARD', 'SOURCE')),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('WAITING', 'PROCESSING', 'DONE', 'STUCK')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_fen" between 1 and 9007199254740991),
	CONSTRAINT "refunds_done" CHECK (("refunds"."state" = 'DONE') = ("refunds"."done_at" is not null)),
	CONSTRAINT "refunds_next" CHECK (("refunds"."state" in ('WAITING', 'PROCESSING')) <= ("refunds"."next_try_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "simulated_notifications" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"body" text NOT NULL,
	"deliver_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulated_payments" (
	"out_trade_no" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" text DEFAULT 'NOTPAY' NOT NULL,
	"transaction_id" text,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "simulated_payments_transaction" UNIQUE("transaction_id"),
	CONSTRAINT "simulated_payments_state" CHECK ("simulated_payments"."state" in ('NOTPAY', 'SUCCESS', 'CLOSED', 'PAYERROR')),
	CONSTRAINT "simulated_payments_amount" CHECK ("simulated_payments"."amount_fen" between 1 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "simulated_refunds" (
	"out_refund_no" text PRIMARY KEY NOT NULL,
	"out_trade_no" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "simulated_refunds_state" CHECK ("simulated_refunds"."state" in ('PROCESSING', 'SUCCESS')),
	CONSTRAINT "simulated_refunds_amount" CHECK ("simulated_refunds"."amount_fen" between 1 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "blacklist_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"target_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blacklist_entries_once" UNIQUE("owner_id","target_id"),
	CONSTRAINT "blacklist_entries_two_people" CHECK ("blacklist_entries"."owner_id" <> "blacklist_entries"."target_id")
);
--> statement-breakpoint
ALTER TABLE "ball_games" DROP CONSTRAINT "ball_games_status";--> statement-breakpoint
ALTER TABLE "slot_claims" DROP CONSTRAINT "slot_claims_holder_kind";--> statement-breakpoint
DROP INDEX "ball_participants_of_user";--> statement-breakpoint
ALTER TABLE "ball_participants" DROP CONSTRAINT "ball_participants_ball_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "ball_games" ADD COLUMN "gender_rule" text DEFAULT 'ANY' NOT NULL;--> statement-breakpoint
ALTER TABLE "ball_games" ADD COLUMN "fee_mode" text DEFAULT 'AA' NOT NULL;--> statement-breakpoint
ALTER TABLE "ball_games" ADD COLUMN "court_fee_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ball_games" ADD COLUMN "extras_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ball_games" ADD COLUMN "closing_hours" smallint DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "ball_games" ADD COLUMN "closes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ball_games" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ball_games" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "ball_games" ADD COLUMN "finished_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "id" bigserial PRIMARY KEY NOT NULL;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "state" text DEFAULT 'FIRM' NOT NULL;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "order_id" bigint;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "firm_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "refilled_by" bigint;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "share_fen" bigint;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "no_show_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "no_show_answer" text;--> statement-breakpoint
-- What stands already: every seat is firm, a game closes four hours before it begins, and what is over has its time.
ALTER TABLE "ball_participants" ALTER COLUMN "state" DROP DEFAULT;--> statement-breakpoint
UPDATE "ball_participants" SET "firm_at" = "created_at";--> statement-breakpoint
UPDATE "ball_games" SET
  "closes_at" = ("activity_date" + "begin_time_slot" * interval '30 minutes') AT TIME ZONE 'Asia/Shanghai' - interval '4 hours',
  "court_fee_fen" = "fee_fen" * "min_players",
  "cancelled_at" = CASE WHEN "status" = 'CANCELLED' THEN "created_at" END,
  "cancel_reason" = CASE WHEN "status" = 'CANCELLED' THEN 'INITIATOR' END,
  "finished_at" = CASE WHEN "status" = 'FINISHED' THEN ("activity_date" + "end_time_slot" * interval '30 minutes') AT TIME ZONE 'Asia/Shanghai' END,
  "status" = CASE WHEN "status" IN ('OPEN', 'FULL') THEN CASE WHEN "seats_taken" = "max_players" THEN 'FULL' ELSE 'OPEN' END ELSE "status" END;--> statement-breakpoint
ALTER TABLE "ball_games" ALTER COLUMN "closes_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ball_proposals" ADD CONSTRAINT "ball_proposals_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_proposals" ADD CONSTRAINT "ball_proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_proposals" ADD CONSTRAINT "ball_proposals_out_user_id_users_id_fk" FOREIGN KEY ("out_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_proposals" ADD CONSTRAINT "ball_proposals_in_user_id_users_id_fk" FOREIGN KEY ("in_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_proposals" ADD CONSTRAINT "ball_proposals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_requests" ADD CONSTRAINT "ball_requests_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_requests" ADD CONSTRAINT "ball_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_waiters" ADD CONSTRAINT "ball_waiters_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_waiters" ADD CONSTRAINT "ball_waiters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_ledger" ADD CONSTRAINT "card_ledger_card_id_stored_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."stored_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_ledger" ADD CONSTRAINT "card_ledger_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_ledger" ADD CONSTRAINT "card_ledger_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_ledger" ADD CONSTRAINT "card_ledger_chain" FOREIGN KEY ("card_id","prev_seq","prev_principal","prev_gift") REFERENCES "public"."card_ledger"("card_id","seq","principal_after","gift_after") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_cards" ADD CONSTRAINT "stored_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulated_refunds" ADD CONSTRAINT "simulated_refunds_out_trade_no_simulated_payments_out_trade_no_fk" FOREIGN KEY ("out_trade_no") REFERENCES "public"."simulated_payments"("out_trade_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blacklist_entries" ADD CONSTRAINT "blacklist_entries_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blacklist_entries" ADD CONSTRAINT "blacklist_entries_target_id_users_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ball_proposals_of_ball" ON "ball_proposals" USING btree ("ball_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ball_proposals_hand_over_once" ON "ball_proposals" USING btree ("ball_id") WHERE "ball_proposals"."kind" = 'HAND_OVER' and "ball_proposals"."state" = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "ball_proposals_swap_once" ON "ball_proposals" USING btree ("ball_id","out_user_id") WHERE "ball_proposals"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "ball_requests_of_ball" ON "ball_requests" USING btree ("ball_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ball_requests_once" ON "ball_requests" USING btree ("ball_id","user_id") WHERE "ball_requests"."approve_status" <> 2;--> statement-breakpoint
CREATE INDEX "ball_waiters_of_ball" ON "ball_waiters" USING btree ("ball_id","id");--> statement-breakpoint
CREATE INDEX "ball_waiters_of_user" ON "ball_waiters" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ball_waiters_once" ON "ball_waiters" USING btree ("ball_id","user_id") WHERE "ball_waiters"."state" in ('WAITING', 'OFFERED');--> statement-breakpoint
CREATE INDEX "card_ledger_by_time" ON "card_ledger" USING btree ("card_id","created_at");--> statement-breakpoint
CREATE INDEX "stored_cards_of_user" ON "stored_cards" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "orders_of_object" ON "orders" USING btree ("kind","object_id");--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("expires_at") WHERE "orders"."state" = 'UNPAID';--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_settled_once" ON "payments" USING btree ("order_id") WHERE "payments"."state" = 'SETTLED';--> statement-breakpoint
CREATE INDEX "payments_to_poll" ON "payments" USING btree ("next_poll_at") WHERE "payments"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_to_try" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."state" in ('WAITING', 'PROCESSING');--> statement-breakpoint
CREATE INDEX "simulated_notifications_waiting" ON "simulated_notifications" USING btree ("deliver_at") WHERE "simulated_notifications"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "blacklist_entries_of_target" ON "blacklist_entries" USING btree ("target_id");--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ball_games_of_initiator" ON "ball_games" USING btree ("initiator_id","activity_date");--> statement-breakpoint
CREATE INDEX "ball_games_closing" ON "ball_games" USING btree ("closes_at") WHERE "ball_games"."status" in ('OPEN', 'FULL');--> statement-breakpoint
CREATE INDEX "ball_participants_of_ball" ON "ball_participants" USING btree ("ball_id","id");--> statement-breakpoint
CREATE INDEX "ball_participants_held" ON "ball_participants" USING btree ("held_until") WHERE "ball_participants"."state" in ('OFFERED', 'HELD');--> statement-breakpoint
CREATE UNIQUE INDEX "ball_participants_once" ON "ball_participants" USING btree ("ball_id","user_id") WHERE "ball_participants"."state" in ('OFFERED', 'HELD', 'FIRM');--> statement-breakpoint
CREATE INDEX "ball_participants_of_user" ON "ball_participants" USING btree ("user_id","ball_id");--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_order" UNIQUE("order_id");--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_refill" UNIQUE("refilled_by");--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_gender_rule" CHECK ("ball_games"."gender_rule" in ('ANY', 'MALE', 'FEMALE'));--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_fee_mode" CHECK ("ball_games"."fee_mode" in ('AA', 'INITIATOR'));--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_level_halves" CHECK ("ball_games"."level_from" * 2 = trunc("ball_games"."level_from" * 2) and "ball_games"."level_to" * 2 = trunc("ball_games"."level_to" * 2));--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_full" CHECK (("ball_games"."status" = 'FULL') <= ("ball_games"."seats_taken" = "ball_games"."max_players") and ("ball_games"."status" = 'OPEN') <= ("ball_games"."seats_taken" < "ball_games"."max_players"));--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_costs" CHECK ("ball_games"."court_fee_fen" between 0 and 9007199254740991 and "ball_games"."extras_fen" between 0 and 9007199254740991);--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_court" CHECK ("ball_games"."court_id" is null or "ball_games"."stadium_id" is not null);--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_cancelled" CHECK (("ball_games"."status" = 'CANCELLED') = ("ball_games"."cancelled_at" is not null) and ("ball_games"."status" = 'CANCELLED') = ("ball_games"."cancel_reason" is not null));--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_finished" CHECK (("ball_games"."status" = 'FINISHED') = ("ball_games"."finished_at" is not null));--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_cancel_reason" CHECK ("ball_games"."cancel_reason" in ('INITIATOR', 'TOO_FEW', 'UNPAID'));--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_status" CHECK ("ball_games"."status" in ('UNPAID', 'OPEN', 'FULL', 'FINISHED', 'CANCELLED'));--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_state" CHECK ("ball_participants"."state" in ('OFFERED', 'HELD', 'FIRM', 'LEFT', 'LEFT_LATE'));--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_held_until" CHECK (("ball_participants"."state" in ('OFFERED', 'HELD')) <= ("ball_participants"."held_until" is not null));--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_firm" CHECK (("ball_participants"."state" in ('FIRM', 'LEFT_LATE')) <= ("ball_participants"."firm_at" is not null));--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_left" CHECK (("ball_participants"."state" in ('LEFT', 'LEFT_LATE')) = ("ball_participants"."left_at" is not null));--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_refilled" CHECK ("ball_participants"."refilled_by" is null or "ball_participants"."state" = 'LEFT_LATE');--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_no_show" CHECK ("ball_participants"."no_show_at" is null or "ball_participants"."state" = 'FIRM');--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_answer" CHECK ("ball_participants"."no_show_answer" is null or "ball_participants"."no_show_at" is not null);--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_share" CHECK ("ball_participants"."share_fen" between 0 and 9007199254740991);--> statement-breakpoint
ALTER TABLE "slot_claims" ADD CONSTRAINT "slot_claims_holder_kind" CHECK ("slot_claims"."holder_kind" in (1, 2, 3, 4));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_card_id_stored_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "stored_cards"("id");--> statement-breakpoint
-- The balance of a card is the balance after its last ledger row: neither moves without the other.
ALTER TABLE "stored_cards" ADD CONSTRAINT "stored_cards_balance_is_ledger"
  FOREIGN KEY ("id", "seq", "principal_fen", "gift_fen")
  REFERENCES "card_ledger" ("card_id", "seq", "principal_after", "gift_after") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE TRIGGER "card_ledger_append_only" BEFORE UPDATE OR DELETE ON "card_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();--> statement-breakpoint
CREATE TRIGGER "card_ledger_no_truncate" BEFORE TRUNCATE ON "card_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
