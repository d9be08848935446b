CREATE TABLE "alerts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"detail" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	"ended_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"end_told_at" timestamp with time zone,
	CONSTRAINT "alerts_kind" CHECK ("alerts"."kind" in ('INVARIANTS', 'REFUNDS', 'OUTBOX', 'BACKUP', 'DISK', 'LOG_IN', 'CERTIFICATE')),
	CONSTRAINT "alerts_end_told" CHECK ("alerts"."end_told_at" is null or ("alerts"."ended_at" is not null and "alerts"."told_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "backups_bytes" CHECK ("backups"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "server_processes" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"reading" jsonb NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("kind") WHERE "alerts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_ended" ON "alerts" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "backups_by_time" ON "backups" USING btree ("created_at");