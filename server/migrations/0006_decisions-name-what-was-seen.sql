CREATE TABLE "revisions" (
	"table_name" text NOT NULL,
	"row_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"changed_columns" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "revisions_pkey" PRIMARY KEY("table_name","row_id","revision")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "object_revision" integer;--> statement-breakpoint
ALTER TABLE "product_categories" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "revisions_by_age" ON "revisions" USING btree ("created_at");
--> statement-breakpoint
-- Written by hand. A change of what people decide on counts one revision and records the columns, whoever writes it.
CREATE FUNCTION "count_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text[];
BEGIN
  SELECT array_agg(name) INTO changed FROM unnest(TG_ARGV) AS name
    WHERE to_jsonb(NEW) -> name IS DISTINCT FROM to_jsonb(OLD) -> name;
  IF changed IS NOT NULL THEN
    NEW.revision := OLD.revision + 1;
    INSERT INTO revisions (table_name, row_id, revision, changed_columns)
      VALUES (TG_TABLE_NAME, NEW.id, NEW.revision, changed);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  revised record;
BEGIN
  FOR revised IN SELECT * FROM (VALUES
    ('invitations', ARRAY['course_date', 'begin_time_slot', 'end_time_slot', 'coach_id', 'stadium_id', 'court_id',
      'course_design_id', 'course_design_name', 'course_design_price', 'participants_count', 'use_unavailable',
      'message_to_coach', 'message_to_players']),
    ('ball_games', ARRAY['activity_date', 'begin_time_slot', 'end_time_slot', 'stadium_id', 'court_id', 'place', 'title',
      'description', 'sport', 'match_type', 'level_from', 'level_to', 'gender_rule', 'min_players', 'max_players',
      'fee_mode', 'fee_fen', 'court_fee_fen', 'extras_fen', 'closing_hours', 'initiator_id']),
    ('courses', ARRAY['course_name', 'course_description', 'price_per_session', 'session_duration', 'max_participants',
      'common_course_id']),
    ('companies', ARRAY['company_name', 'phone', 'free_cancel_hours', 'forgiven_late_cancels', 'first_start',
      'last_start']),
    ('contracts', ARRAY['remaining_sessions', 'expiry_date']),
    ('products', ARRAY['name', 'subtitle', 'description', 'pictures', 'price_fen', 'original_fen', 'category_id',
      'is_published']),
    ('product_categories', ARRAY['name']),
    ('venues', ARRAY['name', 'address', 'city', 'district', 'latitude', 'longitude', 'phone', 'avatar', 'court_codes',
      'court_count', 'first_start', 'last_start', 'free_ball_limit']),
    ('adverts', ARRAY['title', 'label', 'subtitle', 'image', 'target', 'place', 'begins_at', 'ends_at']),
    ('merchants', ARRAY['name', 'avatar', 'introduction', 'city', 'district', 'address', 'latitude', 'longitude', 'phone',
      'turnaround_hours', 'open_from', 'open_to', 'courier_fee_fen', 'is_published']),
    ('stringing_services', ARRAY['name', 'price_fen', 'is_offered']),
    ('merchant_strings', ARRAY['brand', 'name', 'material', 'gauge', 'color', 'half_price_fen', 'is_offered',
      'low_stock_metres']),
    ('staff', ARRAY['nickname', 'is_lead', 'disabled_at'])
  ) AS facts (table_name, columns) LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OF %s ON %I FOR EACH ROW EXECUTE FUNCTION "count_revision"(%s)',
      revised.table_name || '_revision',
      (SELECT string_agg(quote_ident(name), ', ') FROM unnest(revised.columns) AS name),
      revised.table_name,
      (SELECT string_agg(quote_literal(name), ', ') FROM unnest(revised.columns) AS name));
  END LOOP;
END $$;
