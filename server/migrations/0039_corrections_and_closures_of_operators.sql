ALTER TABLE "payments" DROP CONSTRAINT "payments_transaction";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_target";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_next";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_offline";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_entry";--> statement-breakpoint
ALTER TABLE "stringing_orders" DROP CONSTRAINT "stringing_orders_cancel_reason";--> statement-breakpoint
DROP INDEX "refunds_stuck_first";--> statement-breakpoint
DROP INDEX "offline_entries_receipt";--> statement-breakpoint
DROP INDEX "offline_entries_paid_once";--> statement-breakpoint
ALTER TABLE "closures" ALTER COLUMN "made_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "offline_entries" ADD COLUMN "corrects_id" bigint;--> statement-breakpoint
ALTER TABLE "offline_entries" ADD COLUMN "corrected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offline_entries" ADD CONSTRAINT "offline_entries_corrects" FOREIGN KEY ("corrects_id","order_id","amount_fen","receipt_no") REFERENCES "public"."offline_entries"("id","order_id","amount_fen","receipt_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offline_entries_corrected_once" ON "offline_entries" USING btree ("corrects_id") WHERE "offline_entries"."state" in ('WAITING', 'DONE');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_transaction" ON "payments" USING btree ("provider","transaction_id") WHERE "payments"."provider" <> 'OFFLINE';--> statement-breakpoint
CREATE INDEX "refunds_urgent_first" ON "refunds" USING btree ((case when "state" = 'STUCK' then 2 when "target" = 'OFFLINE' and "state" = 'WAITING' then 1 else 0 end),"created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "offline_entries_receipt" ON "offline_entries" USING btree ("receipt_no") WHERE "offline_entries"."state" in ('WAITING', 'DONE') and "offline_entries"."corrects_id" is null and "offline_entries"."corrected_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "offline_entries_paid_once" ON "offline_entries" USING btree ("order_id") WHERE "offline_entries"."state" in ('WAITING', 'DONE') and "offline_entries"."refund_id" is null and "offline_entries"."corrects_id" is null;--> statement-breakpoint
ALTER TABLE "offline_entries" ADD CONSTRAINT "offline_entries_correction" CHECK ("offline_entries"."corrects_id" is null or "offline_entries"."limit_fen" = 0 and ("offline_entries"."state" = 'DONE') = ("offline_entries"."refund_id" is not null));--> statement-breakpoint
ALTER TABLE "offline_entries" ADD CONSTRAINT "offline_entries_corrected" CHECK ("offline_entries"."corrected_at" is null or "offline_entries"."state" = 'DONE' and "offline_entries"."refund_id" is null and "offline_entries"."corrects_id" is null);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_target" CHECK ("refunds"."target" in ('CARD', 'SOURCE', 'OFFLINE', 'CORRECTION'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_next" CHECK (("refunds"."state" in ('WAITING', 'PROCESSING') and "refunds"."target" in ('CARD', 'SOURCE')) <= ("refunds"."next_try_at" is not null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_offline" CHECK ("refunds"."target" in ('CARD', 'SOURCE') or "refunds"."state" in ('WAITING', 'DONE'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_entry" CHECK (("refunds"."target" in ('OFFLINE', 'CORRECTION') and "refunds"."state" = 'DONE') = ("refunds"."entry_id" is not null));--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_cancel_reason" CHECK ("stringing_orders"."cancel_reason" in ('PLAYER', 'MERCHANT', 'UNPAID', 'PLATFORM', 'OVERDUE', 'CORRECTED'));