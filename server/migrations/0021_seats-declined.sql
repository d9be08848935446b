ALTER TABLE "seats" DROP CONSTRAINT "seats_state";--> statement-breakpoint
CREATE INDEX "class_objections_answered" ON "class_objections" USING btree ("answered_at","id") WHERE "class_objections"."state" <> 'OPEN';--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_state" CHECK ("seats"."state" in ('INVITED', 'JOINED', 'DECLINED', 'LEFT'));--> statement-breakpoint
UPDATE "seats" s SET "state" = 'DECLINED' WHERE s."state" = 'LEFT' AND 'decline' = (
  SELECT e."action" FROM "invitation_events" e
  WHERE e."invitation_id" = s."invitation_id" AND e."actor_id" = s."user_id" ORDER BY e."seq" DESC LIMIT 1);
