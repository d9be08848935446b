CREATE TABLE "staff_factors" (
	"staff_id" bigint PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_factors_step" CHECK ("staff_factors"."last_step" >= 0)
);
--> statement-breakpoint
CREATE TABLE "staff_recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "pauses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_factors" ADD CONSTRAINT "staff_factors_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_staff_id_staff_factors_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_factors"("staff_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_recovery_codes_of_staff" ON "staff_recovery_codes" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "login_failures_of_name" ON "login_failures" USING btree ("name");--> statement-breakpoint
CREATE INDEX "login_failures_by_end" ON "login_failures" USING btree ("window_ends_at");--> statement-breakpoint
ALTER TABLE "login_failures" ADD CONSTRAINT "login_failures_counts" CHECK ("login_failures"."failures" > 0 and "login_failures"."pauses" >= 0);