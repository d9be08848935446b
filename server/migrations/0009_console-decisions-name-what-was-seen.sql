ALTER TABLE "password_requests" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stored_cards" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "login_sessions_by_time" ON "login_sessions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ball_participants_by_time" ON "ball_participants" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ball_participants_by_leaving" ON "ball_participants" USING btree ("left_at","id") WHERE "ball_participants"."left_at" is not null;
--> statement-breakpoint
-- Written by hand. These tables count their changes as those of the migration before.
DO $$
DECLARE
  revised record;
BEGIN
  FOR revised IN SELECT * FROM (VALUES
    ('stringing_orders', ARRAY['status', 'accepted_at', 'returned_at', 'is_racket_lost', 'due_at', 'expected_at', 'notes',
      'hand_in', 'contact_name', 'contact_phone', 'address_region', 'address_detail']),
    ('shop_orders', ARRAY['status', 'refund_choice', 'refund_reason', 'contact_name', 'contact_phone', 'address_region',
      'address_detail', 'carrier', 'tracking_no']),
    ('stored_cards', ARRAY['principal_fen', 'gift_fen']),
    ('users', ARRAY['nickname', 'user_type', 'phone', 'phone_verified', 'open_id', 'union_id']),
    ('password_requests', ARRAY['account', 'contact', 'proof'])
  ) AS facts (table_name, columns) LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OF %s ON %I FOR EACH ROW EXECUTE FUNCTION "count_revision"(%s)',
      revised.table_name || '_revision',
      (SELECT string_agg(quote_ident(name), ', ') FROM unnest(revised.columns) AS name),
      revised.table_name,
      (SELECT string_agg(quote_literal(name), ', ') FROM unnest(revised.columns) AS name));
  END LOOP;
END $$;
