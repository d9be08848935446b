ALTER TABLE "addresses" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "object_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rackets" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Written by hand. Addresses and rackets count their changes, and users those of the whole profile.
DROP TRIGGER "users_revision" ON "users";
--> statement-breakpoint
DO $$
DECLARE
  revised record;
BEGIN
  FOR revised IN SELECT * FROM (VALUES
    ('users', ARRAY['nickname', 'user_type', 'phone', 'phone_verified', 'open_id', 'union_id', 'avatar', 'description',
      'nice_photos', 'gender', 'region', 'handedness', 'backhand_style', 'wechat_id', 'wechat_id_open']),
    ('addresses', ARRAY['name', 'phone', 'region_code', 'detail', 'is_default']),
    ('rackets', ARRAY['sport', 'brand', 'model', 'code', 'grip_size', 'pattern', 'weight_grams', 'min_tension',
      'max_tension', 'is_main'])
  ) AS facts (table_name, columns) LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OF %s ON %I FOR EACH ROW EXECUTE FUNCTION "count_revision"(%s)',
      revised.table_name || '_revision',
      (SELECT string_agg(quote_ident(name), ', ') FROM unnest(revised.columns) AS name),
      revised.table_name,
      (SELECT string_agg(quote_literal(name), ', ') FROM unnest(revised.columns) AS name));
  END LOOP;
END $$;
