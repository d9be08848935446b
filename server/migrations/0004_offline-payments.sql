CREATE TABLE "offline_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"refund_id" bigint,
	"amount_fen" bigint NOT NULL,
	"limit_fen" bigint NOT NULL,
	"way" text NOT NULL,
	"receipt_no" text NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"requested_by" bigint NOT NULL,
	"decided_by" bigint,
	"ended_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "offline_entries_of_payment" UNIQUE("id","order_id","amount_fen","receipt_no"),
	CONSTRAINT "offline_entries_of_refund" UNIQUE("id","refund_id","amount_fen"),
	CONSTRAINT "offline_entries_state" CHECK ("offline_entries"."state" in ('WAITING', 'DONE', 'REFUSED', 'WITHDRAWN')),
	CONSTRAINT "offline_entries_two_people" CHECK ("offline_entries"."decided_by" <> "offline_entries"."requested_by"),
	CONSTRAINT "offline_entries_decided" CHECK (case when "offline_entries"."amount_fen" <= "offline_entries"."limit_fen" then "offline_entries"."state" = 'DONE' and "offline_entries"."decided_by" is null
          else ("offline_entries"."state" in ('DONE', 'REFUSED')) = ("offline_entries"."decided_by" is not null) end),
	CONSTRAINT "offline_entries_ended" CHECK (("offline_entries"."state" = 'WAITING') = ("offline_entries"."ended_at" is null)),
	CONSTRAINT "offline_entries_reason" CHECK ("offline_entries"."reason" <> ''),
	CONSTRAINT "offline_entries_way" CHECK ("offline_entries"."way" in ('CASH', 'TRANSFER')),
	CONSTRAINT "offline_entries_receipt_no" CHECK ("offline_entries"."receipt_no" ~ '^[0-9A-Z/-]{1,32}$'),
	CONSTRAINT "offline_entries_amount" CHECK ("offline_entries"."amount_fen" between 1 and 9007199254740991),
	CONSTRAINT "offline_entries_limit" CHECK ("offline_entries"."limit_fen" between 0 and 1000000000)
);
--> statement-breakpoint
CREATE TABLE "offline_settings" (
	"id" bigint PRIMARY KEY NOT NULL,
	"limit_fen" bigint NOT NULL,
	"is_allowed" boolean NOT NULL,
	"transfer_note" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "offline_settings_one" CHECK ("offline_settings"."id" = 1),
	CONSTRAINT "offline_settings_limit" CHECK ("offline_settings"."limit_fen" between 0 and 1000000000)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_method";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_provider";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_target";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_next";--> statement-breakpoint
ALTER TABLE "reconcile_findings" DROP CONSTRAINT "reconcile_findings_kind";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "entry_id" bigint;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "entry_id" bigint;--> statement-breakpoint
ALTER TABLE "offline_entries" ADD CONSTRAINT "offline_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offline_entries" ADD CONSTRAINT "offline_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offline_entries" ADD CONSTRAINT "offline_entries_requested_by_staff_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offline_entries" ADD CONSTRAINT "offline_entries_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offline_entries_of_order" ON "offline_entries" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "offline_entries_waiting_first" ON "offline_entries" USING btree (("state" = 'WAITING'),"id");--> statement-breakpoint
CREATE INDEX "offline_entries_by_state" ON "offline_entries" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "offline_entries_waiting" ON "offline_entries" USING btree ("created_at") WHERE "offline_entries"."state" = 'WAITING';--> statement-breakpoint
CREATE UNIQUE INDEX "offline_entries_receipt" ON "offline_entries" USING btree ("receipt_no") WHERE "offline_entries"."state" in ('WAITING', 'DONE');--> statement-breakpoint
CREATE UNIQUE INDEX "offline_entries_paid_once" ON "offline_entries" USING btree ("order_id") WHERE "offline_entries"."state" in ('WAITING', 'DONE') and "offline_entries"."refund_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "offline_entries_given_once" ON "offline_entries" USING btree ("refund_id") WHERE "offline_entries"."state" in ('WAITING', 'DONE') and "offline_entries"."refund_id" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_entry_fk" FOREIGN KEY ("entry_id","order_id","amount_fen","transaction_id") REFERENCES "public"."offline_entries"("id","order_id","amount_fen","receipt_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_entry_fk" FOREIGN KEY ("entry_id","id","amount_fen") REFERENCES "public"."offline_entries"("id","refund_id","amount_fen") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_at_desk" ON "refunds" USING btree ("created_at","id") WHERE "refunds"."target" = 'OFFLINE' and "refunds"."state" = 'WAITING';--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_entry_once" UNIQUE("entry_id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_entry_once" UNIQUE("entry_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_method" CHECK ("orders"."method" in ('CARD', 'WECHAT', 'OFFLINE', 'IN_SHOP'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_entry" CHECK (("payments"."provider" = 'OFFLINE') = ("payments"."entry_id" is not null));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_provider" CHECK ("payments"."provider" in ('CARD', 'WECHAT', 'SIMULATOR', 'OFFLINE'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_offline" CHECK ("refunds"."target" <> 'OFFLINE' or "refunds"."state" in ('WAITING', 'DONE'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_entry" CHECK (("refunds"."target" = 'OFFLINE' and "refunds"."state" = 'DONE') = ("refunds"."entry_id" is not null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_target" CHECK ("refunds"."target" in ('CARD', 'SOURCE', 'OFFLINE'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_next" CHECK (("refunds"."state" in ('WAITING', 'PROCESSING') and "refunds"."target" <> 'OFFLINE') <= ("refunds"."next_try_at" is not null));--> statement-breakpoint
ALTER TABLE "reconcile_findings" ADD CONSTRAINT "reconcile_findings_kind" CHECK ("reconcile_findings"."kind" in ('PAYMENT_MISSED', 'PAYMENT_MISSING', 'PAYMENT_AMOUNT', 'PAYMENT_NUMBER', 'REFUND_STATE',
        'ORDER_UNPAID', 'CARD_LEDGER', 'OFFLINE_ENTRY'));
--> statement-breakpoint
INSERT INTO "offline_settings" ("id", "limit_fen", "is_allowed") VALUES (1, 200000, false);
--> statement-breakpoint
SELECT count_revisions_of('offline_settings', 'limit_fen', 'is_allowed', 'transfer_note');
