DROP INDEX "refunds_stuck_first";--> statement-breakpoint
DROP INDEX "refunds_by_state";--> statement-breakpoint
CREATE INDEX "refunds_stuck_first" ON "refunds" USING btree (("state" = 'STUCK'),"created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_by_state" ON "refunds" USING btree ("state","created_at","id");