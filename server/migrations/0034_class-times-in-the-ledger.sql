ALTER TABLE "lesson_ledger" ADD COLUMN "class_starts_at" timestamp with time zone;--> statement-breakpoint
-- Below by hand. What is held now is held for the time at which its class is now. Other rows may tell of a former one.
ALTER TABLE "lesson_ledger" DISABLE TRIGGER "lesson_ledger_append_only";--> statement-breakpoint
UPDATE "lesson_ledger" l SET class_starts_at = (s.course_date + s.begin_time_slot * interval '30 min') AT TIME ZONE interval '8 hours'
  FROM "seats" s WHERE s.held_sessions > 0 AND l.kind = 'HOLD' AND l.invitation_id = s.invitation_id
    AND l.seat_user_id = s.user_id AND l.round = s.round;--> statement-breakpoint
ALTER TABLE "lesson_ledger" ENABLE TRIGGER "lesson_ledger_append_only";
