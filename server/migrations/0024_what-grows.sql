CREATE TABLE "partners" (
	"user_id" bigint NOT NULL,
	"partner_id" bigint NOT NULL,
	CONSTRAINT "partners_pkey" PRIMARY KEY("user_id","partner_id"),
	CONSTRAINT "partners_two_people" CHECK ("partners"."user_id" <> "partners"."partner_id")
);
--> statement-breakpoint
DROP INDEX "invitations_of_coach";--> statement-breakpoint
DROP INDEX "seats_of_user";--> statement-breakpoint
DROP INDEX "used_records_of_coach";--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "ball_status" text;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "activity_date" date;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "begin_time_slot" smallint;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD COLUMN "is_initiator" boolean;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "coach_id" bigint;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "company_id" bigint;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "course_date" date;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "begin_time_slot" smallint;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "invitation_status" text;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "response_time" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_partner_id_users_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "seats" s SET coach_id = i.coach_id, company_id = i.company_id, course_date = i.course_date,
  begin_time_slot = i.begin_time_slot, invitation_status = i.invitation_status, response_time = i.response_time
FROM "invitations" i WHERE i.id = s.invitation_id;--> statement-breakpoint
UPDATE "ball_participants" p SET ball_status = b.status, activity_date = b.activity_date, begin_time_slot = b.begin_time_slot,
  is_initiator = b.initiator_id = p.user_id
FROM "ball_games" b WHERE b.id = p.ball_id;--> statement-breakpoint
ALTER TABLE "seats" ALTER COLUMN "coach_id" SET NOT NULL, ALTER COLUMN "company_id" SET NOT NULL,
  ALTER COLUMN "course_date" SET NOT NULL, ALTER COLUMN "begin_time_slot" SET NOT NULL,
  ALTER COLUMN "invitation_status" SET NOT NULL, ALTER COLUMN "response_time" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ball_participants" ALTER COLUMN "ball_status" SET NOT NULL, ALTER COLUMN "activity_date" SET NOT NULL,
  ALTER COLUMN "begin_time_slot" SET NOT NULL, ALTER COLUMN "is_initiator" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "ball_participants_by_status" ON "ball_participants" USING btree ("user_id","ball_status","activity_date","begin_time_slot","ball_id");--> statement-breakpoint
CREATE INDEX "ball_participants_counted" ON "ball_participants" USING btree ("user_id","ball_status","state","is_initiator");--> statement-breakpoint
CREATE INDEX "ball_participants_missed" ON "ball_participants" USING btree ("user_id","ball_id") WHERE "ball_participants"."no_show_at" is not null;--> statement-breakpoint
CREATE INDEX "invitations_by_making" ON "invitations" USING btree ("coach_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invitations_by_status" ON "invitations" USING btree ("coach_id","invitation_status","response_time","id");--> statement-breakpoint
CREATE INDEX "invitations_counted" ON "invitations" USING btree ("coach_id","invitation_status","company_id");--> statement-breakpoint
CREATE INDEX "seats_by_status" ON "seats" USING btree ("user_id","invitation_status","response_time","invitation_id");--> statement-breakpoint
CREATE INDEX "seats_counted" ON "seats" USING btree ("user_id","invitation_status","state","coach_id","attendance");--> statement-breakpoint
CREATE INDEX "seats_holding" ON "seats" USING btree ("contract_id","course_date") WHERE "seats"."held_sessions" > 0;--> statement-breakpoint
CREATE INDEX "contracts_with_hours" ON "contracts" USING btree ("user_id","course_id","expiry_date") WHERE "contracts"."remaining_sessions" > 0;--> statement-breakpoint
CREATE INDEX "used_records_by_time" ON "used_records" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_unread_listed" ON "messages" USING btree ("receiver_id","category","id") WHERE "messages"."read_status" = 0 and "messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_of_coach" ON "invitations" USING btree ("coach_id","course_date","begin_time_slot","id");--> statement-breakpoint
CREATE INDEX "seats_of_user" ON "seats" USING btree ("user_id","course_date","begin_time_slot","invitation_id");--> statement-breakpoint
CREATE INDEX "used_records_of_coach" ON "used_records" USING btree ("coach_id","created_at","id");--> statement-breakpoint
-- Below by hand. A seat knows its class: it learns of it when it is added, and follows it.
CREATE FUNCTION "class_of_seat"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coach_id, company_id, course_date, begin_time_slot, invitation_status, response_time
    INTO NEW.coach_id, NEW.company_id, NEW.course_date, NEW.begin_time_slot, NEW.invitation_status, NEW.response_time
    FROM invitations WHERE id = NEW.invitation_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "seats_know_class" BEFORE INSERT ON "seats" FOR EACH ROW EXECUTE FUNCTION "class_of_seat"();--> statement-breakpoint
CREATE FUNCTION "seats_of_class"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE seats SET coach_id = NEW.coach_id, company_id = NEW.company_id, course_date = NEW.course_date,
    begin_time_slot = NEW.begin_time_slot, invitation_status = NEW.invitation_status, response_time = NEW.response_time
  WHERE invitation_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "seats_follow_class" AFTER UPDATE ON "invitations" FOR EACH ROW
  WHEN ((OLD.coach_id, OLD.company_id, OLD.course_date, OLD.begin_time_slot, OLD.invitation_status, OLD.response_time)
    IS DISTINCT FROM (NEW.coach_id, NEW.company_id, NEW.course_date, NEW.begin_time_slot, NEW.invitation_status, NEW.response_time))
  EXECUTE FUNCTION "seats_of_class"();--> statement-breakpoint
-- A seat in a game knows its game in the same way.
CREATE FUNCTION "game_of_seat"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT status, activity_date, begin_time_slot, initiator_id = NEW.user_id
    INTO NEW.ball_status, NEW.activity_date, NEW.begin_time_slot, NEW.is_initiator
    FROM ball_games WHERE id = NEW.ball_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "ball_participants_know_game" BEFORE INSERT OR UPDATE OF "user_id" ON "ball_participants"
  FOR EACH ROW EXECUTE FUNCTION "game_of_seat"();--> statement-breakpoint
CREATE FUNCTION "seats_of_game"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ball_participants SET ball_status = NEW.status, activity_date = NEW.activity_date,
    begin_time_slot = NEW.begin_time_slot, is_initiator = user_id = NEW.initiator_id
  WHERE ball_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ball_participants_follow_game" AFTER UPDATE ON "ball_games" FOR EACH ROW
  WHEN ((OLD.status, OLD.activity_date, OLD.begin_time_slot, OLD.initiator_id)
    IS DISTINCT FROM (NEW.status, NEW.activity_date, NEW.begin_time_slot, NEW.initiator_id))
  EXECUTE FUNCTION "seats_of_game"();--> statement-breakpoint
-- Partners: pairs are added when a class or game ends, and taken away when nothing that two people did together is left.
CREATE FUNCTION "were_together"(a bigint, b bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM seats s WHERE (s.user_id, s.coach_id) IN ((a, b), (b, a))
      AND s.state = 'JOINED' AND s.invitation_status = 'COMPLETED')
    OR EXISTS (SELECT 1 FROM seats s JOIN seats o ON o.invitation_id = s.invitation_id AND o.user_id = b AND o.state = 'JOINED'
      WHERE s.user_id = a AND s.state = 'JOINED' AND s.invitation_status = 'COMPLETED')
    OR EXISTS (SELECT 1 FROM ball_participants p JOIN ball_participants o ON o.ball_id = p.ball_id AND o.user_id = b
        AND o.state = 'CONFIRMED' AND o.no_show_at IS NULL
      WHERE p.user_id = a AND p.state = 'CONFIRMED' AND p.no_show_at IS NULL AND p.ball_status = 'FINISHED')
$$;--> statement-breakpoint
CREATE FUNCTION "keep_partners"(person bigint, others bigint[], is_together boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF is_together THEN
    INSERT INTO partners (user_id, partner_id)
      SELECT a, b FROM unnest(others) o CROSS JOIN LATERAL (VALUES (person, o), (o, person)) pair(a, b)
      WHERE a <> b GROUP BY a, b ORDER BY a, b ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM partners p USING unnest(others) o
      WHERE (p.user_id, p.partner_id) IN ((person, o), (o, person)) AND NOT were_together(person, o);
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION "partners_of_class"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  others bigint[] := NEW.coach_id || ARRAY(SELECT user_id FROM seats WHERE invitation_id = NEW.invitation_id AND state = 'JOINED');
BEGIN
  IF NEW.state = 'JOINED' AND NEW.invitation_status = 'COMPLETED' THEN
    PERFORM keep_partners(NEW.user_id, others, true);
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.state = 'JOINED' AND OLD.invitation_status = 'COMPLETED'
    AND (NEW.user_id, NEW.state, NEW.invitation_status) IS DISTINCT FROM (OLD.user_id, OLD.state, OLD.invitation_status) THEN
    PERFORM keep_partners(OLD.user_id, others, false);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "seats_make_partners" AFTER INSERT OR UPDATE OF "user_id", "state", "invitation_status" ON "seats"
  FOR EACH ROW WHEN (NEW.state = 'JOINED') EXECUTE FUNCTION "partners_of_class"();--> statement-breakpoint
CREATE FUNCTION "partners_of_game"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  others bigint[] := ARRAY(SELECT user_id FROM ball_participants
    WHERE ball_id = NEW.ball_id AND id <> NEW.id AND state = 'CONFIRMED' AND no_show_at IS NULL);
BEGIN
  PERFORM keep_partners(NEW.user_id, others, NEW.state = 'CONFIRMED' AND NEW.no_show_at IS NULL);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ball_participants_make_partners" AFTER INSERT OR UPDATE OF "state", "no_show_at", "ball_status" ON "ball_participants"
  FOR EACH ROW WHEN (NEW.ball_status = 'FINISHED') EXECUTE FUNCTION "partners_of_game"();--> statement-breakpoint
INSERT INTO "partners" ("user_id", "partner_id")
  SELECT s.user_id, s.coach_id FROM seats s WHERE s.state = 'JOINED' AND s.invitation_status = 'COMPLETED' AND s.user_id <> s.coach_id
  UNION SELECT s.coach_id, s.user_id FROM seats s WHERE s.state = 'JOINED' AND s.invitation_status = 'COMPLETED' AND s.user_id <> s.coach_id
  UNION SELECT s.user_id, o.user_id FROM seats s JOIN seats o ON o.invitation_id = s.invitation_id AND o.user_id <> s.user_id
    WHERE s.state = 'JOINED' AND o.state = 'JOINED' AND s.invitation_status = 'COMPLETED'
  UNION SELECT p.user_id, o.user_id FROM ball_participants p JOIN ball_participants o ON o.ball_id = p.ball_id AND o.user_id <> p.user_id
    WHERE p.state = 'CONFIRMED' AND p.no_show_at IS NULL AND o.state = 'CONFIRMED' AND o.no_show_at IS NULL AND p.ball_status = 'FINISHED';
