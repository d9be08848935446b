ALTER TABLE "ball_participants" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "venues" ADD COLUMN "free_ball_limit" smallint DEFAULT 2 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "stringing_orders_one_of_racket" ON "stringing_orders" USING btree ("racket_id") WHERE "stringing_orders"."status" not in ('COMPLETED', 'CANCELLED');--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_changed" CHECK ("ball_participants"."changed_at" is null or "ball_participants"."state" in ('HELD', 'FIRM'));--> statement-breakpoint
ALTER TABLE "venues" ADD CONSTRAINT "venues_free_ball_limit" CHECK ("venues"."free_ball_limit" between 0 and 20);