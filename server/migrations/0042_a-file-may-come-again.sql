ALTER TABLE "roster_imports" ALTER COLUMN "file_hash" DROP NOT NULL;--> statement-breakpoint
-- Rows that were faulty or are undone may come again with the same file, also those of earlier batches.
UPDATE "roster_imports" b SET "file_hash" = NULL WHERE b."state" = 'WRITTEN' AND EXISTS (
  SELECT FROM "roster_import_rows" r WHERE r."import_id" = b."id" AND (r."result" = 'FAULTY' OR r."undone_at" IS NOT NULL));
