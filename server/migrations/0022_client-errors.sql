CREATE TABLE "client_errors" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"fingerprint" text NOT NULL,
	"app" text NOT NULL,
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"stack" text NOT NULL,
	"page" text NOT NULL,
	"version" text NOT NULL,
	"client" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "client_errors_times" CHECK ("client_errors"."times" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "client_errors_one_a_day" ON "client_errors" USING btree ("day","fingerprint");--> statement-breakpoint
CREATE INDEX "client_errors_by_time" ON "client_errors" USING btree ("last_at","id");