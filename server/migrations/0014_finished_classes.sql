CREATE TABLE "class_objections" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"invitation_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"words" text NOT NULL,
	"state" text NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_by" bigint,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "class_objections_once" UNIQUE("invitation_id","user_id"),
	CONSTRAINT "class_objections_state" CHECK ("class_objections"."state" in ('OPEN', 'REFUNDED', 'UPHELD')),
	CONSTRAINT "class_objections_answered" CHECK (num_nonnulls("class_objections"."answered_by", "class_objections"."answered_at") = case "class_objections"."state" when 'OPEN' then 0 else 2 end),
	CONSTRAINT "class_objections_words" CHECK ("class_objections"."words" <> '')
);
--> statement-breakpoint
ALTER TABLE "invitation_events" DROP CONSTRAINT "invitation_events_action";--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "finish_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "class_objections" ADD CONSTRAINT "class_objections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_objections" ADD CONSTRAINT "class_objections_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_objections" ADD CONSTRAINT "class_objections_of_seat" FOREIGN KEY ("invitation_id","user_id") REFERENCES "public"."seats"("invitation_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_standing" ON "invitations" USING btree ("course_date","end_time_slot") WHERE "invitations"."invitation_status" = 'CONFIRMED';--> statement-breakpoint
ALTER TABLE "invitation_events" ADD CONSTRAINT "invitation_events_action" CHECK ("invitation_events"."action" in ('create', 'edit', 'join', 'contract', 'confirm', 'sign', 'finish', 'cancel', 'change-coach', 'expire', 'object', 'answer-objection'));