ALTER TABLE "users" ADD COLUMN "gender_stated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- By hand. Only who changed the default is known to have stated it.
UPDATE "users" SET "gender_stated" = true WHERE "gender" = 0 AND "closed_at" IS NULL;--> statement-breakpoint
-- What closing an account left on its row until now.
UPDATE "users" SET "gender" = 1, "sport" = NULL, "handedness" = 0, "hand_stated" = false, "backhand_style" = 'double', "backhand_stated" = false
  WHERE "closed_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "closures_of_day" ON "closures" USING btree ("venue_id","day");