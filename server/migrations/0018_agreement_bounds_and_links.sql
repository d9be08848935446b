CREATE TABLE "staff_factors" (
	"staff_id" bigint PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_factors_step" CHECK ("staff_factors"."last_step" >= 0)
);
--> statement-breakpoint
CREATE TABLE "staff_recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "ball_games" DROP CONSTRAINT "ball_games_cancel_reason";--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_cancelled";--> statement-breakpoint
DROP INDEX "refunds_stuck_first";--> statement-breakpoint
DROP INDEX "refunds_by_state";--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "pauses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ball_games" ADD COLUMN "share_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "share_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "late_returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff_factors" ADD CONSTRAINT "staff_factors_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_staff_id_staff_factors_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_factors"("staff_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_recovery_codes_of_staff" ON "staff_recovery_codes" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "login_failures_of_name" ON "login_failures" USING btree ("name");--> statement-breakpoint
CREATE INDEX "login_failures_by_end" ON "login_failures" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "ball_games_nearest" ON "ball_games" USING btree (("status" = 'FULL'),"activity_date","begin_time_slot","id") WHERE "ball_games"."is_public" and "ball_games"."status" in ('OPEN', 'FULL');--> statement-breakpoint
CREATE INDEX "share_links_of_object" ON "share_links" USING btree ("kind","object_id");--> statement-breakpoint
CREATE INDEX "refunds_stuck_first" ON "refunds" USING btree (("state" = 'STUCK'),"created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_by_state" ON "refunds" USING btree ("state","created_at","id");--> statement-breakpoint
ALTER TABLE "login_failures" ADD CONSTRAINT "login_failures_counts" CHECK ("login_failures"."failures" > 0 and "login_failures"."pauses" >= 0);--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_cancel_reason" CHECK ("ball_games"."cancel_reason" in ('INITIATOR', 'TOO_FEW', 'UNPAID', 'VENUE', 'PLATFORM'));--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_cancelled" CHECK (("invitations"."invitation_status" = 'CANCELLED') = ("invitations"."cancelled_at" is not null and "invitations"."cancel_reason" is not null)
        and ("invitations"."invitation_status" = 'CANCELLED' or "invitations"."cancelled_by" is null));--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_late_returned" CHECK ("seats"."late_returned_at" is null or "seats"."late_returned_at" >= "seats"."late_cancelled_at");--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_changed" CHECK ("seats"."changed_at" is null or "seats"."state" = 'JOINED');--> statement-breakpoint
-- Classes that wait for their players since their coach changed them: those players are still to agree.
UPDATE "seats" SET "changed_at" = i."response_time" FROM "invitations" i
WHERE i."id" = "seats"."invitation_id" AND "seats"."state" = 'JOINED' AND i."invitation_status" = 'PENDING'
  AND i."initiator_role" = 'coach' AND i."initiator_id" = i."coach_id";
