CREATE TABLE "trial_lesson_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"trial_id" bigint NOT NULL,
	"step" text NOT NULL,
	"actor_id" bigint,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "trial_lesson_events_step" CHECK ("trial_lesson_events"."step" in ('MADE', 'CHANGE', 'PAY', 'CLOSE', 'ACCEPT', 'REFUSE', 'WITHDRAW', 'EXPIRE', 'CANCEL', 'CANCEL_LATE'))
);
--> statement-breakpoint
CREATE TABLE "trial_lessons" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"coach_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	"course_name" text NOT NULL,
	"price_fen" bigint NOT NULL,
	"minutes" integer NOT NULL,
	"wishes" jsonb NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'UNPAID' NOT NULL,
	"expires_at" timestamp with time zone,
	"remind_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "trial_lessons_two_people" CHECK ("trial_lessons"."coach_id" <> "trial_lessons"."player_id"),
	CONSTRAINT "trial_lessons_price" CHECK ("trial_lessons"."price_fen" between 1 and 9007199254740991),
	CONSTRAINT "trial_lessons_minutes" CHECK ("trial_lessons"."minutes" between 30 and 180),
	CONSTRAINT "trial_lessons_wishes" CHECK (jsonb_typeof("trial_lessons"."wishes") = 'array' and jsonb_array_length("trial_lessons"."wishes") between 1 and 3),
	CONSTRAINT "trial_lessons_state" CHECK ("trial_lessons"."state" in ('UNPAID', 'PAID', 'CONFIRMED', 'CLOSED', 'REFUSED', 'WITHDRAWN', 'EXPIRED', 'CANCELLED', 'CANCELLED_LATE')),
	CONSTRAINT "trial_lessons_paid" CHECK (("trial_lessons"."state" in ('UNPAID', 'CLOSED')) = ("trial_lessons"."expires_at" is null)),
	CONSTRAINT "trial_lessons_ended" CHECK (("trial_lessons"."state" in ('UNPAID', 'PAID', 'CONFIRMED')) = ("trial_lessons"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "content_submissions" DROP CONSTRAINT "content_submissions_kind";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_kind";--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "trial_id" bigint;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "is_trial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trial_lesson_events" ADD CONSTRAINT "trial_lesson_events_trial_id_trial_lessons_id_fk" FOREIGN KEY ("trial_id") REFERENCES "public"."trial_lessons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_lesson_events" ADD CONSTRAINT "trial_lesson_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_lessons" ADD CONSTRAINT "trial_lessons_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_lessons" ADD CONSTRAINT "trial_lessons_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_lessons" ADD CONSTRAINT "trial_lessons_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_lessons" ADD CONSTRAINT "trial_lessons_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trial_lesson_events_of" ON "trial_lesson_events" USING btree ("trial_id");--> statement-breakpoint
CREATE INDEX "trial_lessons_of_player" ON "trial_lessons" USING btree ("player_id","id");--> statement-breakpoint
CREATE INDEX "trial_lessons_of_coach" ON "trial_lessons" USING btree ("coach_id","expires_at");--> statement-breakpoint
CREATE INDEX "trial_lessons_of_company" ON "trial_lessons" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "trial_lessons_waiting" ON "trial_lessons" USING btree ("expires_at") WHERE "trial_lessons"."state" = 'PAID';--> statement-breakpoint
CREATE INDEX "trial_lessons_to_remind_of" ON "trial_lessons" USING btree ("remind_at") WHERE "trial_lessons"."state" = 'PAID' and "trial_lessons"."remind_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "trial_lessons_once" ON "trial_lessons" USING btree ("player_id","company_id") WHERE "trial_lessons"."state" in ('UNPAID', 'PAID', 'CONFIRMED', 'CANCELLED_LATE');--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_trial_id_trial_lessons_id_fk" FOREIGN KEY ("trial_id") REFERENCES "public"."trial_lessons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_trial_once" UNIQUE("trial_id");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_trial" CHECK ("invitations"."trial_id" is null or ("invitations"."initiator_role" = 'player' and "invitations"."max_participants" = 1
        and "invitations"."invitation_status" in ('CONFIRMED', 'COMPLETED', 'CANCELLED')));--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_trial" CHECK (not "courses"."is_trial" or ("courses"."max_participants" = 1 and "courses"."price_per_session" > 0));--> statement-breakpoint
ALTER TABLE "content_submissions" ADD CONSTRAINT "content_submissions_kind" CHECK ("content_submissions"."kind" in ('user', 'card', 'ball', 'class', 'course', 'hours', 'level', 'request', 'trial', 'review', 'report'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_kind" CHECK ("orders"."kind" in ('BALL_PUBLISH', 'BALL_SEAT', 'BALL_SWAP', 'CARD_TOP_UP', 'STRINGING', 'SHOP', 'TRIAL'));--> statement-breakpoint
CREATE TRIGGER "trial_lessons_by_open_account" BEFORE INSERT ON "trial_lessons"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('coach_id', 'player_id');
