CREATE TABLE "closure_items" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"closure_id" bigint NOT NULL,
	"invitation_id" bigint,
	"ball_id" bigint,
	"sessions" numeric(7, 1) NOT NULL,
	"fen" bigint NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"outcome" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "closure_items_booking" CHECK (num_nonnulls("closure_items"."invitation_id", "closure_items"."ball_id") = 1),
	CONSTRAINT "closure_items_state" CHECK ("closure_items"."state" in ('WAITING', 'DONE', 'FAILED')),
	CONSTRAINT "closure_items_outcome" CHECK ("closure_items"."outcome" in ('CALLED_OFF', 'ENDED_BEFORE')),
	CONSTRAINT "closure_items_settled" CHECK (("closure_items"."state" = 'DONE') = (num_nonnulls("closure_items"."outcome", "closure_items"."settled_at") = 2)),
	CONSTRAINT "closure_items_given_back" CHECK ("closure_items"."sessions" >= 0 and "closure_items"."fen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "closures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"venue_id" bigint NOT NULL,
	"day" date NOT NULL,
	"begin_time_slot" smallint NOT NULL,
	"end_time_slot" smallint NOT NULL,
	"court_ids" bigint[] NOT NULL,
	"reason" text NOT NULL,
	"made_by" bigint NOT NULL,
	"lock_series_id" bigint,
	"unlocked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "closures_reason" CHECK ("closures"."reason" in ('RAIN', 'WATER', 'POWER', 'OTHER')),
	CONSTRAINT "closures_courts" CHECK (cardinality("closures"."court_ids") > 0),
	CONSTRAINT "closures_span" CHECK (0 <= "closures"."begin_time_slot" and "closures"."begin_time_slot" < "closures"."end_time_slot" and "closures"."end_time_slot" <= 48)
);
--> statement-breakpoint
ALTER TABLE "closure_items" ADD CONSTRAINT "closure_items_closure_id_closures_id_fk" FOREIGN KEY ("closure_id") REFERENCES "public"."closures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closure_items" ADD CONSTRAINT "closure_items_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closure_items" ADD CONSTRAINT "closure_items_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closures" ADD CONSTRAINT "closures_venue_id_venues_id_fk" FOREIGN KEY ("venue_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closures" ADD CONSTRAINT "closures_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closure_items_of_closure" ON "closure_items" USING btree ("closure_id","id");--> statement-breakpoint
CREATE INDEX "closure_items_unsettled" ON "closure_items" USING btree ("id") WHERE "closure_items"."state" <> 'DONE';--> statement-breakpoint
CREATE UNIQUE INDEX "closure_items_of_class" ON "closure_items" USING btree ("invitation_id") WHERE "closure_items"."state" <> 'DONE';--> statement-breakpoint
CREATE UNIQUE INDEX "closure_items_of_game" ON "closure_items" USING btree ("ball_id") WHERE "closure_items"."state" <> 'DONE';--> statement-breakpoint
CREATE INDEX "closures_of_venue" ON "closures" USING btree ("venue_id","id");