CREATE TABLE "student_invitations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"coach_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"course_id" bigint,
	"name" text DEFAULT '' NOT NULL,
	"phone" text NOT NULL,
	"token_hash" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"player_id" bigint,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "student_invitations_state" CHECK ("student_invitations"."state" in ('PENDING', 'ACCEPTED', 'WITHDRAWN')),
	CONSTRAINT "student_invitations_ended" CHECK (("student_invitations"."state" = 'PENDING') = ("student_invitations"."ended_at" is null)),
	CONSTRAINT "student_invitations_used" CHECK (("student_invitations"."state" = 'ACCEPTED') = ("student_invitations"."player_id" is not null)),
	CONSTRAINT "student_invitations_two_people" CHECK ("student_invitations"."coach_id" <> "student_invitations"."player_id")
);
--> statement-breakpoint
ALTER TABLE "invitation_events" DROP CONSTRAINT "invitation_events_action";--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "past_reason" text;--> statement-breakpoint
ALTER TABLE "student_invitations" ADD CONSTRAINT "student_invitations_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_invitations" ADD CONSTRAINT "student_invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_invitations" ADD CONSTRAINT "student_invitations_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_invitations" ADD CONSTRAINT "student_invitations_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "student_invitations_of_coach" ON "student_invitations" USING btree ("coach_id","expires_at","id");--> statement-breakpoint
CREATE INDEX "student_invitations_of_player" ON "student_invitations" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "student_invitations_by_age" ON "student_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "student_invitations_one_link" ON "student_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "student_invitations_one_a_phone" ON "student_invitations" USING btree ("coach_id","phone") WHERE "student_invitations"."state" <> 'ACCEPTED';--> statement-breakpoint
CREATE INDEX "invitations_past_waiting" ON "invitations" USING btree ("expires_at") WHERE "invitations"."invitation_status" = 'CONFIRMED' and "invitations"."past_reason" is not null;--> statement-breakpoint
ALTER TABLE "invitation_events" ADD CONSTRAINT "invitation_events_action" CHECK ("invitation_events"."action" in ('create', 'edit', 'join', 'decline', 'contract', 'offer', 'accept', 'confirm', 'sign', 'finish', 'cancel', 'change-coach', 'expire', 'object', 'answer-objection', 'record-past', 'agree-past', 'object-past'));--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_past" CHECK ("invitations"."past_reason" is null or ("invitations"."past_reason" <> '' and "invitations"."initiator_role" = 'coach'
        and "invitations"."initiator_id" = "invitations"."coach_id" and "invitations"."invitation_status" in ('CONFIRMED', 'COMPLETED', 'CANCELLED')
        and "invitations"."course_date" + "invitations"."end_time_slot" * interval '30 min' <= "invitations"."created_at" at time zone interval '8 hours'
        and "invitations"."course_date" >= ("invitations"."created_at" at time zone interval '8 hours')::date - 30));