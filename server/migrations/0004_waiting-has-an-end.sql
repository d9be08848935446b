ALTER TABLE "stringing_orders" DROP CONSTRAINT "stringing_orders_cancel_reason";--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "refund_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "reconcile_findings_open" ON "reconcile_findings" USING btree ("run_id") WHERE "reconcile_findings"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "shop_orders_unsent" ON "shop_orders" USING btree ("paid_at") WHERE "shop_orders"."status" = 'PAID';--> statement-breakpoint
CREATE INDEX "shop_orders_refund_asked" ON "shop_orders" USING btree ("refund_asked_at") WHERE "shop_orders"."refund_choice" = 'ASKED';--> statement-breakpoint
CREATE INDEX "stringing_orders_waiting" ON "stringing_orders" USING btree ("status",greatest("response_time", case when "status" in ('PAID', 'RECEIVED', 'STRINGING') then coalesce("due_at", "expected_at") end)) WHERE "stringing_orders"."status" in ('PAID', 'RECEIVED', 'STRINGING', 'READY');--> statement-breakpoint
CREATE INDEX "stringing_orders_to_return" ON "stringing_orders" USING btree ("response_time") WHERE "stringing_orders"."status" = 'CANCELLED' and ("stringing_orders"."received_at" is not null and "stringing_orders"."completed_at" is null and "stringing_orders"."returned_at" is null and not "stringing_orders"."is_racket_lost");--> statement-breakpoint
-- When a request was made was not stored: at the latest it counts from the receipt of the parcel.
UPDATE "shop_orders" SET "refund_asked_at" = coalesce("received_at", "sent_at") WHERE "refund_choice" <> 'NONE';--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_refund_asked_at" CHECK (("shop_orders"."refund_choice" = 'NONE') = ("shop_orders"."refund_asked_at" is null));--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_cancel_reason" CHECK ("stringing_orders"."cancel_reason" in ('PLAYER', 'MERCHANT', 'UNPAID', 'PLATFORM', 'OVERDUE'));