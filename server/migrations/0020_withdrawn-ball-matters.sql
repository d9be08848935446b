ALTER TABLE "ball_proposals" DROP CONSTRAINT "ball_proposals_state";--> statement-breakpoint
ALTER TABLE "ball_requests" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ball_proposals" ADD CONSTRAINT "ball_proposals_state" CHECK ("ball_proposals"."state" in ('OPEN', 'DONE', 'REFUSED', 'LAPSED', 'WITHDRAWN'));--> statement-breakpoint
ALTER TABLE "ball_requests" ADD CONSTRAINT "ball_requests_withdrawn" CHECK ("ball_requests"."withdrawn_at" is null or "ball_requests"."approve_status" = 2);