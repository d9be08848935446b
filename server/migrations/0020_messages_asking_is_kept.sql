-- Who asked still waits: what was deleted undecided is in the inbox again.
UPDATE "messages" SET "deleted_at" = null WHERE "approve_status" = 0;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_asking_is_kept" CHECK ("messages"."approve_status" is distinct from 0 or "messages"."deleted_at" is null);