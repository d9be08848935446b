CREATE TABLE "usual_pins" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"coach_id" bigint NOT NULL,
	"stadium_id" bigint NOT NULL,
	"course_design_id" bigint NOT NULL,
	"court_id" bigint NOT NULL,
	"weekday" smallint NOT NULL,
	"begin_time_slot" smallint NOT NULL,
	"end_time_slot" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usual_pins_once" UNIQUE("user_id","coach_id","stadium_id","course_design_id","weekday","begin_time_slot","end_time_slot"),
	CONSTRAINT "usual_pins_weekday" CHECK ("usual_pins"."weekday" between 0 and 6),
	CONSTRAINT "usual_pins_span" CHECK (0 <= "usual_pins"."begin_time_slot" and "usual_pins"."begin_time_slot" < "usual_pins"."end_time_slot" and "usual_pins"."end_time_slot" <= 48 and "usual_pins"."end_time_slot" - "usual_pins"."begin_time_slot" <= 6)
);
--> statement-breakpoint
CREATE TABLE "contract_warnings" (
	"contract_id" bigint NOT NULL,
	"expiry_date" date NOT NULL,
	"days_before" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contract_warnings_pkey" PRIMARY KEY("contract_id","expiry_date","days_before"),
	CONSTRAINT "contract_warnings_days" CHECK ("contract_warnings"."days_before" in (14, 7, 1))
);
--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_initiator";--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "round" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "created_by" bigint;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "updated_by" bigint;--> statement-breakpoint
ALTER TABLE "usual_pins" ADD CONSTRAINT "usual_pins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usual_pins" ADD CONSTRAINT "usual_pins_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usual_pins" ADD CONSTRAINT "usual_pins_stadium_id_venues_id_fk" FOREIGN KEY ("stadium_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usual_pins" ADD CONSTRAINT "usual_pins_course_design_id_courses_id_fk" FOREIGN KEY ("course_design_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usual_pins" ADD CONSTRAINT "usual_pins_court_id_courts_id_fk" FOREIGN KEY ("court_id") REFERENCES "public"."courts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_warnings" ADD CONSTRAINT "contract_warnings_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" DROP COLUMN "round";--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_initiator" CHECK (case when "invitations"."initiator_role" = 'player' then "invitations"."initiator_id" <> "invitations"."coach_id"
        else "invitations"."initiator_id" = "invitations"."coach_id" or "invitations"."invitation_status" not in ('CONFIRMED', 'COMPLETED') end);