ALTER TABLE "users" ADD COLUMN "gender_stated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- By hand. Only who changed the default is known to have stated it.
UPDATE "users" SET "gender_stated" = true WHERE "gender" = 0;--> statement-breakpoint
CREATE INDEX "closures_of_day" ON "closures" USING btree ("venue_id","day");