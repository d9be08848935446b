CREATE TABLE "course_refund_parts" (
	"course_refund_id" bigint NOT NULL,
	"purchase_id" bigint NOT NULL,
	"hours" numeric(7, 1) NOT NULL,
	"gift_hours" numeric(7, 1) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"refund_id" bigint,
	CONSTRAINT "course_refund_parts_pkey" PRIMARY KEY("course_refund_id","purchase_id"),
	CONSTRAINT "course_refund_parts_refund_once" UNIQUE("refund_id"),
	CONSTRAINT "course_refund_parts_hours" CHECK ("course_refund_parts"."hours" >= 0 and "course_refund_parts"."gift_hours" >= 0 and "course_refund_parts"."hours" + "course_refund_parts"."gift_hours" > 0),
	CONSTRAINT "course_refund_parts_amount" CHECK ("course_refund_parts"."amount_fen" >= 0 and ("course_refund_parts"."amount_fen" > 0) = ("course_refund_parts"."refund_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "course_refunds" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"contract_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"gift_seq" integer,
	"amount_fen" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "course_refunds_once" UNIQUE("contract_id","seq"),
	CONSTRAINT "course_refunds_gift_once" UNIQUE("contract_id","gift_seq"),
	CONSTRAINT "course_refunds_amount" CHECK ("course_refunds"."amount_fen" > 0),
	CONSTRAINT "course_refunds_seq" CHECK ("course_refunds"."gift_seq" > "course_refunds"."seq")
);
--> statement-breakpoint
ALTER TABLE "lesson_ledger" DROP CONSTRAINT "lesson_ledger_kind";--> statement-breakpoint
ALTER TABLE "lesson_ledger" DROP CONSTRAINT "lesson_ledger_effect";--> statement-breakpoint
ALTER TABLE "hour_lots" DROP CONSTRAINT "hour_lots_left";--> statement-breakpoint
DROP INDEX "lesson_ledger_sold";--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "refunded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "hour_lots" ADD COLUMN "expired_hours" numeric(7, 1) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "course_refund_parts" ADD CONSTRAINT "course_refund_parts_course_refund_id_course_refunds_id_fk" FOREIGN KEY ("course_refund_id") REFERENCES "public"."course_refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_refund_parts" ADD CONSTRAINT "course_refund_parts_purchase_id_package_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."package_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_refund_parts" ADD CONSTRAINT "course_refund_parts_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_refunds" ADD CONSTRAINT "course_refunds_hours" FOREIGN KEY ("contract_id","seq") REFERENCES "public"."lesson_ledger"("contract_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_refunds" ADD CONSTRAINT "course_refunds_gift" FOREIGN KEY ("contract_id","gift_seq") REFERENCES "public"."lesson_ledger"("contract_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_refund_parts_of_purchase" ON "course_refund_parts" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "lesson_ledger_sold" ON "lesson_ledger" USING btree ("contract_id","created_at") WHERE "lesson_ledger"."kind" in ('GRANT', 'ADJUST', 'PAYBACK');--> statement-breakpoint
ALTER TABLE "lesson_ledger" ADD CONSTRAINT "lesson_ledger_kind" CHECK ("lesson_ledger"."kind" in ('GRANT', 'HOLD', 'VOID', 'CONSUME', 'REFUND', 'ADJUST', 'EXPIRE', 'PAYBACK'));--> statement-breakpoint
ALTER TABLE "lesson_ledger" ADD CONSTRAINT "lesson_ledger_effect" CHECK (case "lesson_ledger"."kind"
        when 'GRANT' then "lesson_ledger"."remaining_change" > 0 and "lesson_ledger"."held_change" = 0
        when 'HOLD' then "lesson_ledger"."remaining_change" = 0 and "lesson_ledger"."held_change" > 0
        when 'VOID' then "lesson_ledger"."remaining_change" = 0 and "lesson_ledger"."held_change" < 0
        when 'CONSUME' then "lesson_ledger"."remaining_change" < 0 and "lesson_ledger"."held_change" = "lesson_ledger"."remaining_change"
        when 'REFUND' then "lesson_ledger"."remaining_change" > 0 and "lesson_ledger"."held_change" = 0
        when 'EXPIRE' then "lesson_ledger"."remaining_change" < 0 and "lesson_ledger"."held_change" = 0
        when 'PAYBACK' then "lesson_ledger"."remaining_change" < 0 and "lesson_ledger"."held_change" = 0
        else "lesson_ledger"."held_change" = 0 end);--> statement-breakpoint
ALTER TABLE "hour_lots" ADD CONSTRAINT "hour_lots_left" CHECK (0 <= "hour_lots"."left_hours" and 0 <= "hour_lots"."expired_hours" and "hour_lots"."left_hours" + "hour_lots"."expired_hours" <= "hour_lots"."hours");--> statement-breakpoint
-- By hand from here on.
CREATE TRIGGER "course_refunds_append_only" BEFORE UPDATE OR DELETE ON "course_refunds"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "course_refund_parts_append_only" BEFORE UPDATE OR DELETE ON "course_refund_parts"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
-- As before, but expired hours are counted in their lot, and stay gone. Who pays hours back takes them from the lots and
-- knows their price.
CREATE OR REPLACE FUNCTION "price_hours"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lot record;
  way numeric := sign(NEW.remaining_change);
  rest numeric := abs(NEW.remaining_change);
  part numeric;
  value numeric := 0;
BEGIN
  IF NOT EXISTS (SELECT FROM hour_lots WHERE contract_id = NEW.contract_id) THEN
    RETURN NEW;
  END IF;
  IF way < 0 OR NEW.kind = 'REFUND' THEN
    FOR lot IN SELECT * FROM hour_lots WHERE contract_id = NEW.contract_id
      -- What a coach takes off is first of what was not bought.
      ORDER BY NEW.kind = 'ADJUST' AND EXISTS (SELECT FROM package_purchases p
          WHERE p.contract_id = hour_lots.contract_id AND hour_lots.seq IN (p.grant_seq, p.gift_seq)),
        CASE WHEN unit_price = 0 THEN -way ELSE way END, -way * seq
    LOOP
      part := least(rest, CASE WHEN way < 0 THEN lot.left_hours ELSE lot.hours - lot.left_hours - lot.expired_hours END);
      UPDATE hour_lots SET left_hours = left_hours + way * part,
          expired_hours = expired_hours + CASE WHEN NEW.kind = 'EXPIRE' THEN part ELSE 0 END
        WHERE contract_id = lot.contract_id AND seq = lot.seq AND part > 0;
      value := value + part * lot.unit_price;
      rest := rest - part;
    END LOOP;
  END IF;
  -- New hours, and those of a class from before the first purchase, are a lot of their own.
  IF way > 0 AND rest > 0 THEN
    INSERT INTO hour_lots VALUES (NEW.contract_id, NEW.seq, NEW.unit_price, rest, rest);
    value := value + rest * NEW.unit_price;
    rest := 0;
  END IF;
  IF rest > 0 THEN
    RAISE EXCEPTION 'contract % has fewer hours in its lots than in its balance', NEW.contract_id;
  END IF;
  NEW.unit_price := round(value / abs(NEW.remaining_change));
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER "lesson_ledger_priced" ON "lesson_ledger";
--> statement-breakpoint
CREATE TRIGGER "lesson_ledger_priced" BEFORE INSERT ON "lesson_ledger"
  FOR EACH ROW WHEN (NEW."remaining_change" <> 0 AND NEW."kind" <> 'PAYBACK') EXECUTE FUNCTION "price_hours"();
--> statement-breakpoint
-- A contract whose packages were paid back gets no hours, and holds them for no class that was not there before.
CREATE FUNCTION "refuse_hours_after_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM contracts WHERE id = NEW.contract_id AND refunded_at IS NOT NULL) AND (
    NEW.kind <> 'HOLD' OR NOT EXISTS (SELECT FROM lesson_ledger
      WHERE invitation_id = NEW.invitation_id AND contract_id = NEW.contract_id)) THEN
    RAISE EXCEPTION 'contract % was paid back', NEW.contract_id
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "lesson_ledger_after_refund" BEFORE INSERT ON "lesson_ledger"
  FOR EACH ROW WHEN (NEW."kind" IN ('GRANT', 'HOLD') OR NEW."kind" = 'ADJUST' AND NEW."remaining_change" > 0)
  EXECUTE FUNCTION "refuse_hours_after_refund"();
