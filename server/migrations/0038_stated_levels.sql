DROP INDEX "level_changes_of_source";--> statement-breakpoint
CREATE INDEX "level_changes_of_source" ON "level_changes" USING btree ("user_id","source","id");