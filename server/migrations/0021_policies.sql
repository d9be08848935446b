CREATE TABLE "policy_versions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"course_id" bigint,
	"version" integer NOT NULL,
	"terms" jsonb,
	"made_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "policy_versions_once" UNIQUE NULLS NOT DISTINCT("company_id","course_id","version"),
	CONSTRAINT "policy_versions_version" CHECK ("policy_versions"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "used_records" DROP CONSTRAINT "used_records_attendance";--> statement-breakpoint
ALTER TABLE "class_objections" ADD COLUMN "coach_absent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "policy_id" bigint;--> statement-breakpoint
ALTER TABLE "used_records" ADD COLUMN "policy_id" bigint;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_policy_id_policy_versions_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."policy_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_records" ADD CONSTRAINT "used_records_policy_id_policy_versions_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."policy_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seats_late" ON "seats" USING btree ("user_id","late_cancelled_at") WHERE "seats"."late_cancelled_at" is not null;--> statement-breakpoint
CREATE INDEX "seats_missed" ON "seats" USING btree ("user_id") WHERE "seats"."attendance" in ('late', 'absent', 'leave');--> statement-breakpoint
ALTER TABLE "used_records" ADD CONSTRAINT "used_records_attendance" CHECK ("used_records"."attendance" in ('present', 'late', 'absent') or ("used_records"."attendance" = 'leave' and "used_records"."policy_id" is not null));--> statement-breakpoint
-- By hand from here on. The rule whyNotPolicy of the domain.
CREATE FUNCTION "is_sound_policy"(terms jsonb) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
  SELECT terms IS NULL OR coalesce(
    jsonb_array_length(terms -> 'tiers') <= 5
    AND NOT EXISTS (
      SELECT FROM (
        SELECT (tier ->> 'hours')::int AS hours, (tier ->> 'percent')::int AS percent,
          lag((tier ->> 'hours')::int, 1, 337) OVER w AS hours_before, lag((tier ->> 'percent')::int, 1, 0) OVER w AS percent_before
        FROM jsonb_array_elements(terms -> 'tiers') WITH ORDINALITY AS tiers (tier, place) WINDOW w AS (ORDER BY place)) t
      WHERE (hours BETWEEN 1 AND hours_before - 1 AND percent BETWEEN percent_before + 1 AND 100) IS NOT TRUE)
    AND (terms #>> '{percents,late}')::int BETWEEN 0 AND 100
    AND (terms #>> '{percents,absent}')::int BETWEEN coalesce((terms #>> '{tiers,-1,percent}')::int, 0) AND 100
    AND (terms #>> '{percents,leave}')::int BETWEEN 0 AND (terms #>> '{percents,absent}')::int
    AND NOT EXISTS (
      SELECT FROM unnest(ARRAY['cancel', 'late', 'absent', 'leave']) AS kind
      WHERE ((terms #>> ARRAY['forgiven', kind, 'times'])::int BETWEEN 0 AND 10
        AND (terms #>> ARRAY['forgiven', kind, 'days'])::int BETWEEN 1 AND 365) IS NOT TRUE)
    AND (terms ->> 'coachAbsentHalves')::int BETWEEN 0 AND 12, false)
$$;
--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_terms" CHECK (is_sound_policy("terms"));
--> statement-breakpoint
CREATE TRIGGER "policy_versions_append_only" BEFORE UPDATE OR DELETE ON "policy_versions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
-- The last version of the course counts, else the last one of its company. Null terms end what they follow.
CREATE FUNCTION "policy_in_force"(company bigint, course bigint) RETURNS bigint STABLE LANGUAGE sql AS $$
  SELECT coalesce(
    (SELECT CASE WHEN terms IS NOT NULL THEN id END FROM policy_versions
      WHERE company_id = company AND course_id = course ORDER BY version DESC LIMIT 1),
    (SELECT CASE WHEN terms IS NOT NULL THEN id END FROM policy_versions
      WHERE company_id = company AND course_id IS NULL ORDER BY version DESC LIMIT 1))
$$;
--> statement-breakpoint
-- A class carries the policy that stands when it is made, whoever makes it. Trial lessons cost money, classes of the past nothing.
CREATE FUNCTION "carry_policy"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.policy_id := CASE WHEN NEW.trial_id IS NULL AND NEW.past_reason IS NULL
    THEN policy_in_force(NEW.company_id, NEW.course_design_id) END;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "invitations_carry_policy" BEFORE INSERT ON "invitations"
  FOR EACH ROW EXECUTE FUNCTION "carry_policy"();
--> statement-breakpoint
CREATE TRIGGER "invitations_keep_policy" BEFORE UPDATE OF "policy_id" ON "invitations"
  FOR EACH ROW WHEN (OLD."policy_id" IS DISTINCT FROM NEW."policy_id") EXECUTE FUNCTION "refuse_rewriting"();
