ALTER TABLE "stringing_steps" DROP CONSTRAINT "stringing_steps_deed";--> statement-breakpoint
DROP INDEX "stringing_orders_code";--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD COLUMN "returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD COLUMN "wrong_codes" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD COLUMN "wrong_codes_until" timestamp with time zone;--> statement-breakpoint
UPDATE "stringing_orders" o SET "received_at" = s."created_at"
  FROM "stringing_steps" s WHERE s."order_id" = o."id" AND s."deed" = 'receive';--> statement-breakpoint
-- The code of a racket that lies in a shop although its order was cancelled may have been given out again: it gets a free one.
DO $$
DECLARE held record;
BEGIN
  FOR held IN SELECT id, merchant_id, pickup_code FROM stringing_orders WHERE status = 'CANCELLED' AND received_at IS NOT NULL LOOP
    UPDATE stringing_orders SET pickup_code = (
      SELECT lpad(n::text, 4, '0') FROM generate_series(0, 9999) n WHERE NOT EXISTS (
        SELECT 1 FROM stringing_orders o WHERE o.merchant_id = held.merchant_id AND o.pickup_code = lpad(n::text, 4, '0')
          AND (o.status NOT IN ('COMPLETED', 'CANCELLED') OR o.status = 'CANCELLED' AND o.received_at IS NOT NULL))
      ORDER BY random() LIMIT 1)
    WHERE id = held.id AND EXISTS (
      SELECT 1 FROM stringing_orders o WHERE o.merchant_id = held.merchant_id AND o.pickup_code = held.pickup_code AND o.id <> held.id
        AND (o.status NOT IN ('COMPLETED', 'CANCELLED') OR o.status = 'CANCELLED' AND o.received_at IS NOT NULL));
  END LOOP;
END $$;--> statement-breakpoint
CREATE UNIQUE INDEX "stringing_orders_code" ON "stringing_orders" USING btree ("merchant_id","pickup_code") WHERE ("stringing_orders"."status" not in ('COMPLETED', 'CANCELLED') or ("stringing_orders"."received_at" is not null and "stringing_orders"."completed_at" is null and "stringing_orders"."returned_at" is null));--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_received" CHECK ("stringing_orders"."status" = 'CANCELLED' or ("stringing_orders"."status" in ('RECEIVED', 'STRINGING', 'READY', 'COMPLETED')) = ("stringing_orders"."received_at" is not null));--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_returned" CHECK ("stringing_orders"."returned_at" is null or ("stringing_orders"."status" = 'CANCELLED' and "stringing_orders"."received_at" is not null));--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_wrong_codes" CHECK ("stringing_orders"."wrong_codes" >= 0 and ("stringing_orders"."wrong_codes" > 0) = ("stringing_orders"."wrong_codes_until" is not null));--> statement-breakpoint
ALTER TABLE "stringing_steps" ADD CONSTRAINT "stringing_steps_deed" CHECK ("stringing_steps"."deed" in ('submit', 'pay', 'accept', 'receive', 'start', 'ready', 'handOver', 'cancel', 'refuse', 'lapse', 'giveBack'));