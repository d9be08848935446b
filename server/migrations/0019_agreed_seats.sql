ALTER TABLE "seats" ADD COLUMN "late_returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_late_returned" CHECK ("seats"."late_returned_at" is null or "seats"."late_returned_at" >= "seats"."late_cancelled_at");--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_changed" CHECK ("seats"."changed_at" is null or "seats"."state" = 'JOINED');--> statement-breakpoint
-- Classes that wait for their players since their coach changed them: those players are still to agree.
UPDATE "seats" SET "changed_at" = i."response_time" FROM "invitations" i
WHERE i."id" = "seats"."invitation_id" AND "seats"."state" = 'JOINED' AND i."invitation_status" = 'PENDING'
  AND i."initiator_role" = 'coach' AND i."initiator_id" = i."coach_id";
