CREATE UNLOGGED TABLE "changes" (
	"tx" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" bigserial NOT NULL,
	"origin" text NOT NULL,
	"topics" text[] NOT NULL,
	"written_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "changes_by_transaction" ON "changes" USING btree ("tx");