CREATE TABLE "vacancies" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"target_id" bigint NOT NULL,
	"day" date,
	"begin_time_slot" smallint NOT NULL,
	"end_time_slot" smallint NOT NULL,
	"seen_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	CONSTRAINT "vacancies_kind" CHECK ("vacancies"."kind" in ('COACH', 'VENUE', 'GAME'))
);
--> statement-breakpoint
CREATE TABLE "vacancy_alerts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"place" smallint NOT NULL,
	"kind" text NOT NULL,
	"coach_id" bigint,
	"course_id" bigint,
	"venue_id" bigint,
	"sport" text,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"weekdays" smallint NOT NULL,
	"begin_time_slot" smallint NOT NULL,
	"end_time_slot" smallint NOT NULL,
	"length" smallint NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "vacancy_alerts_place" CHECK ("vacancy_alerts"."place" between 1 and 5),
	CONSTRAINT "vacancy_alerts_kind" CHECK (case "vacancy_alerts"."kind" when 'CLASS' then num_nonnulls("vacancy_alerts"."coach_id", "vacancy_alerts"."course_id", "vacancy_alerts"."venue_id") = 3 and "vacancy_alerts"."sport" is null
        when 'COURT' then num_nulls("vacancy_alerts"."coach_id", "vacancy_alerts"."course_id") = 2 and num_nonnulls("vacancy_alerts"."venue_id", "vacancy_alerts"."sport") = 2
        when 'GAME' then num_nulls("vacancy_alerts"."coach_id", "vacancy_alerts"."course_id") = 2 and "vacancy_alerts"."sport" is not null else false end),
	CONSTRAINT "vacancy_alerts_sport" CHECK ("vacancy_alerts"."sport" in ('tennis', 'badminton')),
	CONSTRAINT "vacancy_alerts_two_people" CHECK ("vacancy_alerts"."coach_id" <> "vacancy_alerts"."user_id"),
	CONSTRAINT "vacancy_alerts_days" CHECK ("vacancy_alerts"."first_day" <= "vacancy_alerts"."last_day"),
	CONSTRAINT "vacancy_alerts_weekdays" CHECK ("vacancy_alerts"."weekdays" between 1 and 127),
	CONSTRAINT "vacancy_alerts_span" CHECK (0 <= "vacancy_alerts"."begin_time_slot" and "vacancy_alerts"."end_time_slot" <= 48 and "vacancy_alerts"."begin_time_slot" + "vacancy_alerts"."length" <= "vacancy_alerts"."end_time_slot"),
	CONSTRAINT "vacancy_alerts_length" CHECK ("vacancy_alerts"."length" between 1 and 6),
	CONSTRAINT "vacancy_alerts_state" CHECK ("vacancy_alerts"."state" in ('WAITING', 'BOOKED', 'ENDED', 'EXPIRED')),
	CONSTRAINT "vacancy_alerts_end" CHECK (("vacancy_alerts"."state" = 'WAITING') = ("vacancy_alerts"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "vacancy_offers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"alert_id" bigint NOT NULL,
	"vacancy_id" bigint,
	"coach_id" bigint,
	"venue_id" bigint,
	"court_id" bigint,
	"ball_id" bigint,
	"day" date NOT NULL,
	"begin_time_slot" smallint NOT NULL,
	"end_time_slot" smallint NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "vacancy_offers_place" CHECK (num_nonnulls("vacancy_offers"."court_id", "vacancy_offers"."ball_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "vacancy_alerts" ADD CONSTRAINT "vacancy_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy_alerts" ADD CONSTRAINT "vacancy_alerts_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy_alerts" ADD CONSTRAINT "vacancy_alerts_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy_alerts" ADD CONSTRAINT "vacancy_alerts_venue_id_venues_id_fk" FOREIGN KEY ("venue_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy_offers" ADD CONSTRAINT "vacancy_offers_alert_id_vacancy_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."vacancy_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy_offers" ADD CONSTRAINT "vacancy_offers_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy_offers" ADD CONSTRAINT "vacancy_offers_venue_id_venues_id_fk" FOREIGN KEY ("venue_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy_offers" ADD CONSTRAINT "vacancy_offers_court_id_courts_id_fk" FOREIGN KEY ("court_id") REFERENCES "public"."courts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancy_offers" ADD CONSTRAINT "vacancy_offers_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "vacancy_alerts_places" ON "vacancy_alerts" USING btree ("user_id","place") WHERE "vacancy_alerts"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "vacancy_alerts_of_user" ON "vacancy_alerts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "vacancy_alerts_of_coach" ON "vacancy_alerts" USING btree ("coach_id","id") WHERE "vacancy_alerts"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "vacancy_alerts_of_venue" ON "vacancy_alerts" USING btree ("venue_id","id") WHERE "vacancy_alerts"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "vacancy_alerts_of_games" ON "vacancy_alerts" USING btree ("sport","id") WHERE "vacancy_alerts"."state" = 'WAITING' and "vacancy_alerts"."kind" = 'GAME';--> statement-breakpoint
CREATE INDEX "vacancy_alerts_due" ON "vacancy_alerts" USING btree ("last_day") WHERE "vacancy_alerts"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "vacancy_alerts_ended" ON "vacancy_alerts" USING btree ("ended_at") WHERE "vacancy_alerts"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "vacancy_offers_of_alert" ON "vacancy_offers" USING btree ("alert_id","id");--> statement-breakpoint
CREATE INDEX "vacancy_offers_of_coach" ON "vacancy_offers" USING btree ("coach_id","day") WHERE "vacancy_offers"."coach_id" is not null;--> statement-breakpoint
CREATE INDEX "vacancy_offers_of_venue" ON "vacancy_offers" USING btree ("venue_id","day") WHERE "vacancy_offers"."venue_id" is not null;--> statement-breakpoint
CREATE INDEX "vacancy_offers_of_ball" ON "vacancy_offers" USING btree ("ball_id") WHERE "vacancy_offers"."ball_id" is not null;--> statement-breakpoint
CREATE TRIGGER "vacancy_alerts_by_open_account" BEFORE INSERT ON "vacancy_alerts"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');--> statement-breakpoint
-- Hand-written from here on: whatever frees a half-hour or a seat notes it, if somebody may wait for it.
CREATE FUNCTION "note_freed_claims"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vacancies (kind, target_id, day, begin_time_slot, end_time_slot)
  SELECT 'COACH', f.resource_id, f.day, min(f.half_hour), max(f.half_hour) + 1
  FROM freed f WHERE f.kind = 2
  GROUP BY f.resource_id, f.day
  HAVING EXISTS (SELECT FROM vacancy_alerts a
    WHERE a.state = 'WAITING' AND a.coach_id = f.resource_id AND f.day BETWEEN a.first_day AND a.last_day
      AND (a.weekdays >> extract(dow FROM f.day)::int) & 1 = 1)
  UNION ALL
  SELECT 'VENUE', c.venue_id, f.day, min(f.half_hour), max(f.half_hour) + 1
  FROM freed f JOIN courts c ON c.id = f.resource_id WHERE f.kind = 1
  GROUP BY c.venue_id, f.day
  HAVING EXISTS (SELECT FROM vacancy_alerts a
    WHERE a.state = 'WAITING' AND a.venue_id = c.venue_id AND a.kind <> 'GAME' AND f.day BETWEEN a.first_day AND a.last_day
      AND (a.weekdays >> extract(dow FROM f.day)::int) & 1 = 1);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "slot_claims_freed" AFTER DELETE ON "slot_claims" REFERENCING OLD TABLE AS freed
  FOR EACH STATEMENT EXECUTE FUNCTION "note_freed_claims"();--> statement-breakpoint
CREATE FUNCTION "note_open_game"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vacancies (kind, target_id, day, begin_time_slot, end_time_slot)
  SELECT 'GAME', NEW.id, NEW.activity_date, NEW.begin_time_slot, NEW.end_time_slot
  WHERE EXISTS (SELECT FROM vacancy_alerts a
    WHERE a.state = 'WAITING' AND a.kind = 'GAME' AND a.sport = NEW.sport
      AND (a.venue_id IS NULL OR a.venue_id = NEW.stadium_id) AND NEW.activity_date BETWEEN a.first_day AND a.last_day
      AND (a.weekdays >> extract(dow FROM NEW.activity_date)::int) & 1 = 1
      AND a.begin_time_slot <= NEW.begin_time_slot AND NEW.end_time_slot <= a.end_time_slot);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ball_games_opened" AFTER INSERT ON "ball_games" FOR EACH ROW
  WHEN (NEW.is_public AND NEW.status = 'OPEN') EXECUTE FUNCTION "note_open_game"();--> statement-breakpoint
CREATE TRIGGER "ball_games_freed" AFTER UPDATE ON "ball_games" FOR EACH ROW
  WHEN (NEW.is_public AND NEW.status = 'OPEN' AND (OLD.status <> 'OPEN' OR NOT OLD.is_public
    OR NEW.max_players - NEW.seats_taken > OLD.max_players - OLD.seats_taken
    OR (NEW.activity_date, NEW.begin_time_slot, NEW.end_time_slot, NEW.level_from, NEW.level_to, NEW.gender_rule)
      IS DISTINCT FROM (OLD.activity_date, OLD.begin_time_slot, OLD.end_time_slot, OLD.level_from, OLD.level_to, OLD.gender_rule)))
  EXECUTE FUNCTION "note_open_game"();--> statement-breakpoint
CREATE FUNCTION "note_new_room"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  room_of bigint := (to_jsonb(NEW) ->> TG_ARGV[0])::bigint;
BEGIN
  INSERT INTO vacancies (kind, target_id, begin_time_slot, end_time_slot)
  SELECT 'VENUE', room_of, 0, 48
  WHERE EXISTS (SELECT FROM vacancy_alerts a WHERE a.state = 'WAITING' AND a.venue_id = room_of AND a.kind <> 'GAME');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "courts_added" AFTER INSERT ON "courts" FOR EACH ROW EXECUTE FUNCTION "note_new_room"('venue_id');--> statement-breakpoint
CREATE TRIGGER "venues_opened" AFTER UPDATE OF "first_start", "last_start", "approve_status" ON "venues" FOR EACH ROW
  WHEN (NEW.first_start < OLD.first_start OR NEW.last_start > OLD.last_start OR NEW.approve_status = 1 AND OLD.approve_status <> 1)
  EXECUTE FUNCTION "note_new_room"('id');
