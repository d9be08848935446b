CREATE TABLE "common_courses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"course_name" text NOT NULL,
	"course_description" text NOT NULL,
	"price_per_session" bigint NOT NULL,
	"session_duration" integer NOT NULL,
	"max_participants" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "common_courses_name" UNIQUE("course_name"),
	CONSTRAINT "common_courses_price" CHECK ("common_courses"."price_per_session" between 0 and 9007199254740991),
	CONSTRAINT "common_courses_duration" CHECK ("common_courses"."session_duration" between 30 and 180),
	CONSTRAINT "common_courses_max_participants" CHECK ("common_courses"."max_participants" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "retired_policies" (
	"company_id" bigint NOT NULL,
	"retired_at" timestamp with time zone NOT NULL,
	"free_cancel_hours" integer NOT NULL,
	"forgiven_late_cancels" integer NOT NULL,
	"retired_by" bigint NOT NULL,
	CONSTRAINT "retired_policies_pkey" PRIMARY KEY("company_id","retired_at")
);
--> statement-breakpoint
CREATE TABLE "contract_photos" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"contract_attachment" text NOT NULL,
	"uploaded_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contract_photos_once" UNIQUE("contract_attachment")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"relative_path" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"size_bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_path" UNIQUE("relative_path"),
	CONSTRAINT "files_folder" CHECK ("files"."relative_path" ~ '^(public|private)/'),
	CONSTRAINT "files_size" CHECK ("files"."size_bytes" > 0 and "files"."width" > 0 and "files"."height" > 0)
);
--> statement-breakpoint
CREATE TABLE "student_look_ups" (
	"coach_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"look_ups" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "student_look_ups_pkey" PRIMARY KEY("coach_id","kind"),
	CONSTRAINT "student_look_ups_kind" CHECK ("student_look_ups"."kind" in ('search', 'phone'))
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "first_start" smallint DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "last_start" smallint DEFAULT 44 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "student_relations" ADD COLUMN "id" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_locks" ADD COLUMN "series_id" bigint;--> statement-breakpoint
ALTER TABLE "venue_locks" ADD COLUMN "series_id" bigint;--> statement-breakpoint
ALTER TABLE "coach_venues" ADD COLUMN "id" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "retired_policies" ADD CONSTRAINT "retired_policies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retired_policies" ADD CONSTRAINT "retired_policies_retired_by_users_id_fk" FOREIGN KEY ("retired_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_photos" ADD CONSTRAINT "contract_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_photos" ADD CONSTRAINT "contract_photos_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_photos" ADD CONSTRAINT "contract_photos_contract_attachment_files_relative_path_fk" FOREIGN KEY ("contract_attachment") REFERENCES "public"."files"("relative_path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_photos" ADD CONSTRAINT "contract_photos_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_look_ups" ADD CONSTRAINT "student_look_ups_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_photos_of_user" ON "contract_photos" USING btree ("user_id","company_id","id");--> statement-breakpoint
CREATE INDEX "files_of_owner" ON "files" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "venues_once_waiting" ON "venues" USING btree ("created_by","city","name") WHERE "venues"."approve_status" = 0;--> statement-breakpoint
CREATE INDEX "coach_locks_of_series" ON "coach_locks" USING btree ("series_id") WHERE "coach_locks"."series_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_undecided" ON "messages" USING btree ("object_kind","object_id") WHERE "messages"."approve_status" = 0;--> statement-breakpoint
ALTER TABLE "contracts" DROP COLUMN "contract_attachment";--> statement-breakpoint
ALTER TABLE "student_relations" ADD CONSTRAINT "student_relations_id" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "coach_venues" ADD CONSTRAINT "coach_venues_id" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_opening" CHECK (0 <= "companies"."first_start" and "companies"."first_start" <= "companies"."last_start" and "companies"."last_start" <= 47);