CREATE TABLE "coach_leave_cases" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"leave_id" bigint NOT NULL,
	"coach_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"proposed_id" bigint,
	"new_coach_id" bigint,
	"due_at" timestamp with time zone NOT NULL,
	"remind_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "coach_leave_cases_state" CHECK ("coach_leave_cases"."state" in ('OPEN', 'WAITING', 'CHANGED', 'REFUND_ASKED', 'RETURNED', 'ENDED', 'REPLACED')),
	CONSTRAINT "coach_leave_cases_ended" CHECK (("coach_leave_cases"."state" in ('OPEN', 'WAITING')) = ("coach_leave_cases"."ended_at" is null)),
	CONSTRAINT "coach_leave_cases_changed" CHECK (("coach_leave_cases"."state" = 'CHANGED') = ("coach_leave_cases"."new_coach_id" is not null)),
	CONSTRAINT "coach_leave_cases_two_people" CHECK ("coach_leave_cases"."coach_id" <> "coach_leave_cases"."player_id")
);
--> statement-breakpoint
CREATE TABLE "coach_leaves" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"coach_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"reason" text,
	"first_day" date,
	"last_day" date,
	"lock_series_id" bigint,
	"made_by" bigint,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "coach_leaves_cause" CHECK ("coach_leaves"."cause" in ('LEFT', 'STOPPED', 'AWAY')),
	CONSTRAINT "coach_leaves_away" CHECK (num_nonnulls("coach_leaves"."reason", "coach_leaves"."first_day", "coach_leaves"."last_day", "coach_leaves"."made_by") = case when "coach_leaves"."cause" = 'AWAY' then 4 else 0 end),
	CONSTRAINT "coach_leaves_days" CHECK ("coach_leaves"."first_day" <= "coach_leaves"."last_day"),
	CONSTRAINT "coach_leaves_reason" CHECK ("coach_leaves"."reason" in ('INJURY', 'ILLNESS', 'MATCH', 'TRAVEL', 'FAMILY', 'OTHER'))
);
--> statement-breakpoint
CREATE TABLE "contract_extensions" (
	"leave_id" bigint NOT NULL,
	"contract_id" bigint NOT NULL,
	"days" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "contract_extensions_pkey" PRIMARY KEY("leave_id","contract_id"),
	CONSTRAINT "contract_extensions_days" CHECK ("contract_extensions"."days" > 0)
);
--> statement-breakpoint
ALTER TABLE "questions" DROP CONSTRAINT "questions_kind";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "away_extends" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "away_extend_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_leave_cases" ADD CONSTRAINT "coach_leave_cases_leave_id_coach_leaves_id_fk" FOREIGN KEY ("leave_id") REFERENCES "public"."coach_leaves"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_leave_cases" ADD CONSTRAINT "coach_leave_cases_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_leave_cases" ADD CONSTRAINT "coach_leave_cases_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_leave_cases" ADD CONSTRAINT "coach_leave_cases_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_leave_cases" ADD CONSTRAINT "coach_leave_cases_proposed_id_users_id_fk" FOREIGN KEY ("proposed_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_leave_cases" ADD CONSTRAINT "coach_leave_cases_new_coach_id_users_id_fk" FOREIGN KEY ("new_coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_leaves" ADD CONSTRAINT "coach_leaves_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_leaves" ADD CONSTRAINT "coach_leaves_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_extensions" ADD CONSTRAINT "contract_extensions_leave_id_coach_leaves_id_fk" FOREIGN KEY ("leave_id") REFERENCES "public"."coach_leaves"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_extensions" ADD CONSTRAINT "contract_extensions_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coach_leave_cases_of_leave" ON "coach_leave_cases" USING btree ("leave_id");--> statement-breakpoint
CREATE INDEX "coach_leave_cases_of_company" ON "coach_leave_cases" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "coach_leave_cases_open_of_company" ON "coach_leave_cases" USING btree ("company_id","created_at","id") WHERE "coach_leave_cases"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "coach_leave_cases_of_player" ON "coach_leave_cases" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "coach_leave_cases_due" ON "coach_leave_cases" USING btree ("due_at") WHERE "coach_leave_cases"."state" = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "coach_leave_cases_one_stands" ON "coach_leave_cases" USING btree ("player_id","coach_id","company_id") WHERE "coach_leave_cases"."state" in ('OPEN', 'WAITING');--> statement-breakpoint
CREATE INDEX "coach_leaves_of_coach" ON "coach_leaves" USING btree ("coach_id","cause");--> statement-breakpoint
CREATE UNIQUE INDEX "coach_leaves_one_at_once" ON "coach_leaves" USING btree ("coach_id","cause") WHERE "coach_leaves"."ended_at" is null and "coach_leaves"."cause" <> 'LEFT';--> statement-breakpoint
CREATE INDEX "contract_extensions_of_contract" ON "contract_extensions" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "questions_of_leave" ON "questions" USING btree ("object_id") WHERE "questions"."kind" = 'leave';--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_away_extend_days" CHECK ("companies"."away_extend_days" between 1 and 180);--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_kind" CHECK ("questions"."kind" in ('coach', 'course', 'advert', 'validity', 'leave'));--> statement-breakpoint
SELECT count_revisions_of('companies', 'company_name', 'phone', 'free_cancel_hours', 'forgiven_late_cancels', 'first_start',
  'last_start', 'away_extends', 'away_extend_days');
