CREATE TABLE "arrivals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"invitation_id" bigint,
	"ball_id" bigint,
	"user_id" bigint NOT NULL,
	"arrived_at" timestamp with time zone NOT NULL,
	CONSTRAINT "arrivals_in_class" UNIQUE("invitation_id","user_id"),
	CONSTRAINT "arrivals_in_game" UNIQUE("ball_id","user_id"),
	CONSTRAINT "arrivals_booking" CHECK (num_nonnulls("arrivals"."invitation_id", "arrivals"."ball_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "court_releases" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"invitation_id" bigint,
	"ball_id" bigint,
	"from_time_slot" smallint NOT NULL,
	"released_by" bigint NOT NULL,
	"released_at" timestamp with time zone NOT NULL,
	CONSTRAINT "court_releases_of_class" UNIQUE("invitation_id"),
	CONSTRAINT "court_releases_of_game" UNIQUE("ball_id"),
	CONSTRAINT "court_releases_booking" CHECK (num_nonnulls("court_releases"."invitation_id", "court_releases"."ball_id") = 1),
	CONSTRAINT "court_releases_from" CHECK ("court_releases"."from_time_slot" between 0 and 47)
);
--> statement-breakpoint
CREATE TABLE "release_rule_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"venue_id" bigint NOT NULL,
	"is_on" boolean NOT NULL,
	"changed_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "venues" ADD COLUMN "release_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "court_releases" ADD CONSTRAINT "court_releases_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "court_releases" ADD CONSTRAINT "court_releases_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "court_releases" ADD CONSTRAINT "court_releases_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_rule_changes" ADD CONSTRAINT "release_rule_changes_venue_id_venues_id_fk" FOREIGN KEY ("venue_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_rule_changes" ADD CONSTRAINT "release_rule_changes_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "arrivals_of_user" ON "arrivals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "court_releases_by_time" ON "court_releases" USING btree ("released_at","id");--> statement-breakpoint
CREATE INDEX "release_rule_changes_of_venue" ON "release_rule_changes" USING btree ("venue_id","id");--> statement-breakpoint
CREATE INDEX "release_rule_changes_by_time" ON "release_rule_changes" USING btree ("created_at","id");