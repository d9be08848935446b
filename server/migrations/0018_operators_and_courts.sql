ALTER TABLE "ball_games" DROP CONSTRAINT "ball_games_cancel_reason";--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_cancelled";--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_cancel_reason" CHECK ("ball_games"."cancel_reason" in ('INITIATOR', 'TOO_FEW', 'UNPAID', 'VENUE', 'PLATFORM'));--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_cancelled" CHECK (("invitations"."invitation_status" = 'CANCELLED') = ("invitations"."cancelled_at" is not null and "invitations"."cancel_reason" is not null)
        and ("invitations"."invitation_status" = 'CANCELLED' or "invitations"."cancelled_by" is null));