-- By hand. The guards refuse what they refused. They read the columns by name, where they made JSON of the whole row.
CREATE OR REPLACE FUNCTION "refuse_closed_account"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named text;
  person bigint;
  closed timestamptz;
BEGIN
  FOREACH named IN ARRAY TG_ARGV LOOP
    -- A branch that is not taken may name a column that the table does not have.
    IF named = 'user_id' THEN person := NEW.user_id;
    ELSIF named = 'coach_id' THEN person := NEW.coach_id;
    ELSIF named = 'player_id' THEN person := NEW.player_id;
    ELSIF named = 'initiator_id' THEN person := NEW.initiator_id;
    ELSE RAISE EXCEPTION 'refuse_closed_account knows no column %', named;
    END IF;
    SELECT closed_at INTO closed FROM users WHERE id = person FOR KEY SHARE;
    IF closed IS NOT NULL THEN
      RAISE EXCEPTION 'the account in %.% is closed', TG_TABLE_NAME, named
        USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refuse_unclaimed_student"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named text := TG_ARGV[0];
  person bigint;
BEGIN
  IF named = 'user_id' THEN person := NEW.user_id;
  ELSIF named = 'receiver_id' THEN person := NEW.receiver_id;
  ELSE RAISE EXCEPTION 'refuse_unclaimed_student knows no column %', named;
  END IF;
  IF (SELECT unclaimed FROM users WHERE id = person) THEN
    RAISE EXCEPTION 'the person in %.% has no account', TG_TABLE_NAME, named
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Partners are made and unmade by completed classes alone, so no other seat asks for them.
CREATE TRIGGER "seats_added_make_partners" AFTER INSERT ON "seats"
  FOR EACH ROW WHEN (NEW.state = 'JOINED' AND NEW.invitation_status = 'COMPLETED') EXECUTE FUNCTION "partners_of_class"();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "seats_make_partners" AFTER UPDATE OF "user_id", "state", "invitation_status" ON "seats"
  FOR EACH ROW WHEN (NEW.state = 'JOINED' AND (NEW.invitation_status = 'COMPLETED' OR OLD.invitation_status = 'COMPLETED'))
  EXECUTE FUNCTION "partners_of_class"();
