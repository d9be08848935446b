ALTER TABLE "venues" ADD COLUMN "taken_off_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "venues" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "ball_games_of_venue" ON "ball_games" USING btree ("stadium_id","activity_date");--> statement-breakpoint
ALTER TABLE "venues" ADD CONSTRAINT "venues_taken_off" CHECK ("venues"."taken_off_at" is null or "venues"."approve_status" = 2);