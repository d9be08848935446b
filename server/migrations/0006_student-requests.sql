CREATE TABLE "student_request_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"request_id" bigint NOT NULL,
	"step" text NOT NULL,
	"actor_id" bigint,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "student_request_events_step" CHECK ("student_request_events"."step" in ('MADE', 'ACCEPT', 'REFUSE', 'WITHDRAW', 'CHANGE', 'EXPIRE'))
);
--> statement-breakpoint
CREATE TABLE "student_requests" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"coach_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	"free_times" text[] DEFAULT '{}' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "student_requests_two_people" CHECK ("student_requests"."coach_id" <> "student_requests"."player_id"),
	CONSTRAINT "student_requests_state" CHECK ("student_requests"."state" in ('PENDING', 'ACCEPTED', 'REFUSED', 'WITHDRAWN', 'EXPIRED')),
	CONSTRAINT "student_requests_ended" CHECK (("student_requests"."state" = 'PENDING') = ("student_requests"."ended_at" is null)),
	CONSTRAINT "student_requests_free_times" CHECK ("student_requests"."free_times" <@ array['WEEKDAY_DAY', 'WEEKDAY_EVENING', 'WEEKEND_MORNING', 'WEEKEND_AFTERNOON', 'WEEKEND_EVENING'])
);
--> statement-breakpoint
ALTER TABLE "content_submissions" DROP CONSTRAINT "content_submissions_kind";--> statement-breakpoint
ALTER TABLE "share_links" DROP CONSTRAINT "share_links_kind";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "takes_students" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "student_request_events" ADD CONSTRAINT "student_request_events_request_id_student_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."student_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_request_events" ADD CONSTRAINT "student_request_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_requests" ADD CONSTRAINT "student_requests_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_requests" ADD CONSTRAINT "student_requests_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_requests" ADD CONSTRAINT "student_requests_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_requests" ADD CONSTRAINT "student_requests_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "student_request_events_of" ON "student_request_events" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "student_requests_of_player" ON "student_requests" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "student_requests_of_coach" ON "student_requests" USING btree ("coach_id","expires_at");--> statement-breakpoint
CREATE INDEX "student_requests_pending" ON "student_requests" USING btree ("expires_at") WHERE "student_requests"."state" = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "student_requests_one_a_club" ON "student_requests" USING btree ("player_id","company_id") WHERE "student_requests"."state" = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "student_requests_one_a_coach" ON "student_requests" USING btree ("player_id","coach_id") WHERE "student_requests"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "users_coaches" ON "users" USING btree ("likes_count" DESC NULLS FIRST,"id") WHERE "users"."user_type" <> 0 and "users"."closed_at" is null;--> statement-breakpoint
ALTER TABLE "content_submissions" ADD CONSTRAINT "content_submissions_kind" CHECK ("content_submissions"."kind" in ('user', 'card', 'ball', 'class', 'course', 'hours', 'level', 'request', 'review', 'report'));--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_kind" CHECK ("share_links"."kind" in ('home', 'ball', 'card', 'coach'));
--> statement-breakpoint
SELECT count_revisions_of('student_requests', 'coach_id', 'company_id', 'course_id', 'free_times', 'words');
