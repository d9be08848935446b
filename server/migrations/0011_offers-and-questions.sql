CREATE TABLE "advert_counts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"advert_id" bigint NOT NULL,
	"day" date NOT NULL,
	"seen" integer NOT NULL,
	"pressed" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "advert_days" (
	"advert_id" bigint NOT NULL,
	"day" date NOT NULL,
	"seen" integer NOT NULL,
	"pressed" integer NOT NULL,
	CONSTRAINT "advert_days_pkey" PRIMARY KEY("advert_id","day"),
	CONSTRAINT "advert_days_counts" CHECK ("advert_days"."seen" >= 0 and "advert_days"."pressed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "question_counts" (
	"key" text NOT NULL,
	"day" date NOT NULL,
	"questions" integer NOT NULL,
	CONSTRAINT "question_counts_pkey" PRIMARY KEY("key","day")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"coach_id" bigint,
	"asker_id" bigint,
	"phone" text,
	"text" text NOT NULL,
	"text_hash" text NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_by" bigint,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"club_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"club_told_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "questions_kind" CHECK ("questions"."kind" in ('coach', 'course', 'advert')),
	CONSTRAINT "questions_state" CHECK ("questions"."state" in ('OPEN', 'ANSWERED', 'CALLED', 'CLOSED')),
	CONSTRAINT "questions_of_one" CHECK (num_nonnulls("questions"."asker_id", "questions"."phone") = 1),
	CONSTRAINT "questions_ended" CHECK (("questions"."state" = 'OPEN') = ("questions"."ended_at" is null)),
	CONSTRAINT "questions_answered" CHECK (("questions"."state" in ('ANSWERED', 'CALLED')) = ("questions"."answered_by" is not null)),
	CONSTRAINT "questions_words" CHECK (("questions"."state" = 'ANSWERED') = ("questions"."answer" <> '')),
	CONSTRAINT "questions_called" CHECK ("questions"."state" <> 'CALLED' or "questions"."phone" is not null),
	CONSTRAINT "questions_two_people" CHECK ("questions"."coach_id" <> "questions"."asker_id"),
	CONSTRAINT "questions_times" CHECK ("questions"."created_at" < "questions"."due_at" and "questions"."due_at" < "questions"."club_at" and "questions"."club_at" < "questions"."closes_at")
);
--> statement-breakpoint
ALTER TABLE "content_submissions" DROP CONSTRAINT "content_submissions_kind";--> statement-breakpoint
ALTER TABLE "content_submissions" DROP CONSTRAINT "content_submissions_own";--> statement-breakpoint
ALTER TABLE "content_submissions" ALTER COLUMN "author_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "adverts" ADD COLUMN "terms" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "adverts" ADD COLUMN "company_id" bigint;--> statement-breakpoint
ALTER TABLE "adverts" ADD COLUMN "author_id" bigint;--> statement-breakpoint
ALTER TABLE "adverts" ADD COLUMN "gone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "advert_days" ADD CONSTRAINT "advert_days_advert_id_adverts_id_fk" FOREIGN KEY ("advert_id") REFERENCES "public"."adverts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_asker_id_users_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "question_counts_by_day" ON "question_counts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "questions_open_of_company" ON "questions" USING btree ("company_id","due_at","id") WHERE "questions"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "questions_ended_of_company" ON "questions" USING btree ("company_id","ended_at","id") WHERE "questions"."state" <> 'OPEN';--> statement-breakpoint
CREATE INDEX "questions_open" ON "questions" USING btree ("due_at") WHERE "questions"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "questions_of_coach" ON "questions" USING btree ("coach_id");--> statement-breakpoint
CREATE INDEX "questions_of_asker" ON "questions" USING btree ("asker_id");--> statement-breakpoint
CREATE INDEX "questions_of_answerer" ON "questions" USING btree ("answered_by");--> statement-breakpoint
CREATE INDEX "questions_by_end" ON "questions" USING btree ("ended_at") WHERE "questions"."ended_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "questions_one_a_person" ON "questions" USING btree ("asker_id","kind","object_id") WHERE "questions"."state" = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "questions_one_a_phone" ON "questions" USING btree ("phone","kind","object_id","text_hash") WHERE "questions"."state" = 'OPEN';--> statement-breakpoint
ALTER TABLE "adverts" ADD CONSTRAINT "adverts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adverts" ADD CONSTRAINT "adverts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adverts_of_company" ON "adverts" USING btree ("company_id","id") WHERE "adverts"."company_id" is not null;--> statement-breakpoint
CREATE INDEX "adverts_of_author" ON "adverts" USING btree ("author_id") WHERE "adverts"."author_id" is not null;--> statement-breakpoint
CREATE INDEX "adverts_gone" ON "adverts" USING btree ("id") WHERE "adverts"."gone_at" is not null and "adverts"."author_id" is null;--> statement-breakpoint
ALTER TABLE "content_submissions" ADD CONSTRAINT "content_submissions_kind" CHECK ("content_submissions"."kind" in ('user', 'card', 'ball', 'class', 'course', 'hours', 'level', 'request', 'trial', 'advert', 'question', 'review', 'report'));--> statement-breakpoint
ALTER TABLE "content_submissions" ADD CONSTRAINT "content_submissions_own" CHECK ("content_submissions"."kind" not in ('user', 'card', 'hours') or "content_submissions"."object_id" is not distinct from "content_submissions"."author_id");--> statement-breakpoint
ALTER TABLE "adverts" ADD CONSTRAINT "adverts_of_its_company" CHECK ("adverts"."author_id" is null or ("adverts"."company_id" is not null and "adverts"."place" = 'home'));--> statement-breakpoint
SELECT count_revisions_of('adverts', 'title', 'label', 'subtitle', 'image', 'target', 'place', 'begins_at', 'ends_at', 'terms', 'company_id');
