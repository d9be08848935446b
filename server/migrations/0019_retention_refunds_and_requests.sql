CREATE TABLE "password_requests" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"account" text NOT NULL,
	"contact" text NOT NULL,
	"proof" text NOT NULL,
	"times_asked" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "password_requests_state" CHECK ("password_requests"."state" in ('WAITING', 'GIVEN', 'REFUSED', 'LAPSED', 'WITHDRAWN')),
	CONSTRAINT "password_requests_ended_at" CHECK (("password_requests"."state" = 'WAITING') = ("password_requests"."ended_at" is null)),
	CONSTRAINT "password_requests_reason" CHECK (("password_requests"."state" = 'REFUSED') = ("password_requests"."reason" <> '')),
	CONSTRAINT "password_requests_wiped" CHECK (("password_requests"."state" in ('LAPSED', 'WITHDRAWN')) = ("password_requests"."contact" = '') and ("password_requests"."contact" = '') = ("password_requests"."proof" = '')),
	CONSTRAINT "password_requests_times" CHECK ("password_requests"."times_asked" > 0)
);
--> statement-breakpoint
CREATE TABLE "student_finds" (
	"coach_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	CONSTRAINT "student_finds_pkey" PRIMARY KEY("coach_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "stringing_refunds" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"is_racket_lost" boolean NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"asked_by" bigint NOT NULL,
	"decided_by" bigint,
	"ended_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stringing_refunds_cause" CHECK ("stringing_refunds"."cause" in ('RACKET_BROKEN', 'SHOP_GONE', 'OTHER')),
	CONSTRAINT "stringing_refunds_state" CHECK ("stringing_refunds"."state" in ('WAITING', 'DONE', 'REFUSED', 'WITHDRAWN')),
	CONSTRAINT "stringing_refunds_two_people" CHECK ("stringing_refunds"."decided_by" <> "stringing_refunds"."asked_by"),
	CONSTRAINT "stringing_refunds_decided" CHECK (("stringing_refunds"."state" in ('DONE', 'REFUSED')) = ("stringing_refunds"."decided_by" is not null)),
	CONSTRAINT "stringing_refunds_ended" CHECK (("stringing_refunds"."state" = 'WAITING') = ("stringing_refunds"."ended_at" is null)),
	CONSTRAINT "stringing_refunds_reason" CHECK ("stringing_refunds"."reason" <> '')
);
--> statement-breakpoint
ALTER TABLE "stringing_orders" DROP CONSTRAINT "stringing_orders_cancel_reason";--> statement-breakpoint
ALTER TABLE "stringing_orders" DROP CONSTRAINT "stringing_orders_ready";--> statement-breakpoint
ALTER TABLE "stringing_steps" DROP CONSTRAINT "stringing_steps_actor";--> statement-breakpoint
ALTER TABLE "stringing_steps" DROP CONSTRAINT "stringing_steps_deed";--> statement-breakpoint
DROP INDEX "stringing_orders_code";--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD COLUMN "is_racket_lost" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "password_requests" ADD CONSTRAINT "password_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_finds" ADD CONSTRAINT "student_finds_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_finds" ADD CONSTRAINT "student_finds_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_refunds" ADD CONSTRAINT "stringing_refunds_order_id_stringing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."stringing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_refunds" ADD CONSTRAINT "stringing_refunds_asked_by_staff_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_refunds" ADD CONSTRAINT "stringing_refunds_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "password_requests_one_waits" ON "password_requests" USING btree ("user_id") WHERE "password_requests"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "password_requests_of_user" ON "password_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_requests_waiting" ON "password_requests" USING btree ("id") WHERE "password_requests"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "password_requests_ended" ON "password_requests" USING btree ("ended_at","id") WHERE "password_requests"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "student_finds_by_age" ON "student_finds" USING btree ("found_at");--> statement-breakpoint
CREATE INDEX "stringing_refunds_of_order" ON "stringing_refunds" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "stringing_refunds_waiting_first" ON "stringing_refunds" USING btree (("state" = 'WAITING'),"id");--> statement-breakpoint
CREATE INDEX "stringing_refunds_by_state" ON "stringing_refunds" USING btree ("state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "stringing_refunds_one_waits" ON "stringing_refunds" USING btree ("order_id") WHERE "stringing_refunds"."state" = 'WAITING';--> statement-breakpoint
CREATE UNIQUE INDEX "stringing_refunds_once" ON "stringing_refunds" USING btree ("order_id") WHERE "stringing_refunds"."state" = 'DONE';--> statement-breakpoint
CREATE INDEX "refresh_tokens_of_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_by_expiry" ON "refresh_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "invitations_waiting_of_initiator" ON "invitations" USING btree ("initiator_id") WHERE "invitations"."invitation_status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "messages_deleted" ON "messages" USING btree ("deleted_at") WHERE "messages"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_by_time" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "shop_orders_with_address" ON "shop_orders" USING btree (coalesce("received_at", "ended_at")) WHERE "shop_orders"."contact_phone" <> '';--> statement-breakpoint
CREATE INDEX "stringing_orders_with_address" ON "stringing_orders" USING btree ("response_time") WHERE "stringing_orders"."contact_phone" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "stringing_orders_code" ON "stringing_orders" USING btree ("merchant_id","pickup_code") WHERE ("stringing_orders"."status" not in ('COMPLETED', 'CANCELLED') or ("stringing_orders"."received_at" is not null and "stringing_orders"."completed_at" is null and "stringing_orders"."returned_at" is null and not "stringing_orders"."is_racket_lost"));--> statement-breakpoint
-- Who asked still waits: what was deleted undecided is in the inbox again.
UPDATE "messages" SET "deleted_at" = null WHERE "approve_status" = 0;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_asking_is_kept" CHECK ("messages"."approve_status" is distinct from 0 or "messages"."deleted_at" is null);--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_racket_lost" CHECK (not "stringing_orders"."is_racket_lost" or ("stringing_orders"."cancel_reason" is not distinct from 'PLATFORM' and "stringing_orders"."returned_at" is null));--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_cancel_reason" CHECK ("stringing_orders"."cancel_reason" in ('PLAYER', 'MERCHANT', 'UNPAID', 'PLATFORM'));--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_ready" CHECK ("stringing_orders"."cancel_reason" is not distinct from 'PLATFORM' or ("stringing_orders"."status" in ('READY', 'COMPLETED')) = ("stringing_orders"."ready_at" is not null));--> statement-breakpoint
ALTER TABLE "stringing_steps" ADD CONSTRAINT "stringing_steps_actor" CHECK ("stringing_steps"."actor" in ('PLAYER', 'MERCHANT', 'OPERATOR', 'SYSTEM'));--> statement-breakpoint
ALTER TABLE "stringing_steps" ADD CONSTRAINT "stringing_steps_deed" CHECK ("stringing_steps"."deed" in ('submit', 'pay', 'accept', 'receive', 'start', 'ready', 'handOver', 'cancel', 'refuse', 'lapse', 'refund', 'giveBack'));--> statement-breakpoint
CREATE TRIGGER "password_requests_by_open_account" BEFORE INSERT ON "password_requests"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
