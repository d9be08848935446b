DROP INDEX "student_invitations_one_a_phone";--> statement-breakpoint
CREATE INDEX "trial_lessons_open_of_course" ON "trial_lessons" USING btree ("course_id") WHERE "trial_lessons"."state" in ('UNPAID', 'PAID');--> statement-breakpoint
CREATE INDEX "trial_lessons_open_of_coach" ON "trial_lessons" USING btree ("coach_id") WHERE "trial_lessons"."state" in ('UNPAID', 'PAID');--> statement-breakpoint
CREATE INDEX "trial_lessons_open_of_player" ON "trial_lessons" USING btree ("player_id") WHERE "trial_lessons"."state" in ('UNPAID', 'PAID');--> statement-breakpoint
-- Of a number that was invited again after it used one, the latest invitation stays.
DELETE FROM "student_invitations" older USING "student_invitations" later
	WHERE later."coach_id" = older."coach_id" AND later."phone" = older."phone" AND later."id" > older."id";--> statement-breakpoint
CREATE UNIQUE INDEX "student_invitations_one_a_phone" ON "student_invitations" USING btree ("coach_id","phone");