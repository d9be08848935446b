CREATE TABLE "password_requests" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"account" text NOT NULL,
	"contact" text NOT NULL,
	"proof" text NOT NULL,
	"times_asked" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "password_requests_state" CHECK ("password_requests"."state" in ('WAITING', 'GIVEN', 'REFUSED', 'LAPSED', 'WITHDRAWN')),
	CONSTRAINT "password_requests_ended_at" CHECK (("password_requests"."state" = 'WAITING') = ("password_requests"."ended_at" is null)),
	CONSTRAINT "password_requests_reason" CHECK (("password_requests"."state" = 'REFUSED') = ("password_requests"."reason" <> '')),
	CONSTRAINT "password_requests_wiped" CHECK (("password_requests"."state" in ('LAPSED', 'WITHDRAWN')) = ("password_requests"."contact" = '') and ("password_requests"."contact" = '') = ("password_requests"."proof" = '')),
	CONSTRAINT "password_requests_times" CHECK ("password_requests"."times_asked" > 0)
);
--> statement-breakpoint
ALTER TABLE "password_requests" ADD CONSTRAINT "password_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "password_requests_one_waits" ON "password_requests" USING btree ("user_id") WHERE "password_requests"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "password_requests_of_user" ON "password_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_requests_waiting" ON "password_requests" USING btree ("id") WHERE "password_requests"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "password_requests_ended" ON "password_requests" USING btree ("ended_at","id") WHERE "password_requests"."ended_at" is not null;--> statement-breakpoint
CREATE TRIGGER "password_requests_by_open_account" BEFORE INSERT ON "password_requests"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
