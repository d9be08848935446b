ALTER TABLE "ball_proposals" DROP CONSTRAINT "ball_proposals_state";--> statement-breakpoint
ALTER TABLE "class_objections" DROP CONSTRAINT "class_objections_answered";--> statement-breakpoint
ALTER TABLE "invitation_events" DROP CONSTRAINT "invitation_events_action";--> statement-breakpoint
ALTER TABLE "stringing_orders" DROP CONSTRAINT "stringing_orders_racket_lost";--> statement-breakpoint
ALTER TABLE "stringing_steps" DROP CONSTRAINT "stringing_steps_deed";--> statement-breakpoint
ALTER TABLE "ball_requests" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "class_objections_open" ON "class_objections" USING btree ("created_at") WHERE "class_objections"."state" = 'OPEN';--> statement-breakpoint
ALTER TABLE "ball_proposals" ADD CONSTRAINT "ball_proposals_state" CHECK ("ball_proposals"."state" in ('OPEN', 'DONE', 'REFUSED', 'LAPSED', 'WITHDRAWN'));--> statement-breakpoint
ALTER TABLE "ball_requests" ADD CONSTRAINT "ball_requests_withdrawn" CHECK ("ball_requests"."withdrawn_at" is null or "ball_requests"."approve_status" = 2);--> statement-breakpoint
ALTER TABLE "class_objections" ADD CONSTRAINT "class_objections_answered" CHECK (("class_objections"."state" = 'OPEN') = ("class_objections"."answered_at" is null) and ("class_objections"."answered_by" is null or "class_objections"."answered_at" is not null));--> statement-breakpoint
ALTER TABLE "invitation_events" ADD CONSTRAINT "invitation_events_action" CHECK ("invitation_events"."action" in ('create', 'edit', 'join', 'decline', 'contract', 'confirm', 'sign', 'finish', 'cancel', 'change-coach', 'expire', 'object', 'answer-objection'));--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_racket_lost" CHECK (not "stringing_orders"."is_racket_lost" or ("stringing_orders"."status" = 'CANCELLED' and "stringing_orders"."received_at" is not null and "stringing_orders"."returned_at" is null));--> statement-breakpoint
ALTER TABLE "stringing_steps" ADD CONSTRAINT "stringing_steps_deed" CHECK ("stringing_steps"."deed" in ('submit', 'pay', 'accept', 'receive', 'start', 'ready', 'handOver', 'cancel', 'refuse', 'lapse', 'refund', 'giveBack', 'lose'));