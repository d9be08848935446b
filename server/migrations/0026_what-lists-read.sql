DROP INDEX "stringing_reviews_of_merchant";--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "consumed_sessions" numeric(7, 1) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "expired_sessions" numeric(7, 1) DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "login_sessions_live" ON "login_sessions" USING btree ("user_id") WHERE "login_sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_of_course" ON "invitations" USING btree ("course_design_id","invitation_status");--> statement-breakpoint
CREATE INDEX "contracts_of_course" ON "contracts" USING btree ("course_id","user_id");--> statement-breakpoint
CREATE INDEX "contracts_ended" ON "contracts" USING btree ("user_id","expiry_date","id") WHERE "contracts"."remaining_sessions" = 0;--> statement-breakpoint
CREATE INDEX "messages_counted" ON "messages" USING btree ("receiver_id","category") WHERE "messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_counted" ON "orders" USING btree ("user_id","state");--> statement-breakpoint
CREATE INDEX "level_changes_of_source" ON "level_changes" USING btree ("user_id","source");--> statement-breakpoint
CREATE INDEX "products_on_shelf" ON "products" USING btree ("sort_order","id" DESC NULLS LAST,"category_id") WHERE "products"."is_published";--> statement-breakpoint
CREATE INDEX "shop_orders_counted" ON "shop_orders" USING btree ("user_id","status","refund_choice");--> statement-breakpoint
CREATE INDEX "stringing_reviews_counted" ON "stringing_reviews" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "stringing_reviews_of_merchant" ON "stringing_reviews" USING btree ("merchant_id","created_at","order_id");--> statement-breakpoint
-- Below by hand. The sums of a contract follow its ledger.
UPDATE "contracts" c SET consumed_sessions = l.consumed, expired_sessions = l.expired FROM (
  SELECT contract_id, coalesce(-sum(remaining_change) FILTER (WHERE kind <> 'EXPIRE'), 0) AS consumed,
    coalesce(-sum(remaining_change) FILTER (WHERE kind = 'EXPIRE'), 0) AS expired
  FROM "lesson_ledger" WHERE kind IN ('CONSUME', 'REFUND', 'EXPIRE') GROUP BY contract_id) l
WHERE l.contract_id = c.id;--> statement-breakpoint
CREATE FUNCTION "sums_of_contract"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'EXPIRE' THEN
    UPDATE contracts SET expired_sessions = expired_sessions - NEW.remaining_change WHERE id = NEW.contract_id;
  ELSE
    UPDATE contracts SET consumed_sessions = consumed_sessions - NEW.remaining_change WHERE id = NEW.contract_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "lesson_ledger_sums" AFTER INSERT ON "lesson_ledger" FOR EACH ROW
  WHEN (NEW.kind IN ('CONSUME', 'REFUND', 'EXPIRE')) EXECUTE FUNCTION "sums_of_contract"();
