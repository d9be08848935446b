ALTER TABLE "users" ADD COLUMN "hand_stated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "backhand_stated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- By hand. Who stated a level saw both hands in the same form; who changed either did, too. All others never said any.
UPDATE "users" u SET "hand_stated" = true, "backhand_stated" = true WHERE u.handedness <> 0 OR u.backhand_style <> 'double'
  OR EXISTS (SELECT 1 FROM "level_changes" c WHERE c.user_id = u.id AND c.source = 'SELF');
