ALTER TABLE "staff" ADD COLUMN "password_by" bigint;--> statement-breakpoint
ALTER TABLE "adverts" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant_strings" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stringing_services" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant_photos" ADD COLUMN "is_shown" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_password_by_staff_id_fk" FOREIGN KEY ("password_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merchant_photos_not_shown" ON "merchant_photos" USING btree ("id") WHERE not "merchant_photos"."is_shown";--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "merchant_photos" ADD CONSTRAINT "merchant_photos_kept" CHECK (not ("merchant_photos"."is_shown" and "merchant_photos"."discarded_at" is not null));--> statement-breakpoint
UPDATE "merchant_photos" p SET "is_shown" = true WHERE p.discarded_at IS NULL AND EXISTS (
  SELECT 1 FROM "stringing_steps" s WHERE p.relative_path = ANY (string_to_array(s.photos, ',')));--> statement-breakpoint
-- Money reaches nobody who is gone, whoever asked for it before he went.
CREATE TRIGGER "stored_cards_by_open_account" BEFORE INSERT ON "stored_cards"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "card_adjustments_by_open_account" BEFORE INSERT ON "card_adjustments"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
CREATE TRIGGER "card_adjustments_done_for_open_account" BEFORE UPDATE OF "state" ON "card_adjustments"
  FOR EACH ROW WHEN (NEW.state = 'DONE') EXECUTE FUNCTION "refuse_closed_account"('user_id');
