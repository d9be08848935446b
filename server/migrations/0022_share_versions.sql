ALTER TABLE "ball_games" ADD COLUMN "share_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "share_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "share_links_of_object" ON "share_links" USING btree ("kind","object_id");