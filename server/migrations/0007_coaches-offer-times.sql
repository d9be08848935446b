ALTER TABLE "invitation_events" DROP CONSTRAINT "invitation_events_action";--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "offered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "asked_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invitation_events" ADD CONSTRAINT "invitation_events_action" CHECK ("invitation_events"."action" in ('create', 'edit', 'join', 'decline', 'contract', 'offer', 'accept', 'confirm', 'sign', 'finish', 'cancel', 'change-coach', 'expire', 'object', 'answer-objection'));--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_offered" CHECK (("invitations"."offered_at" is null) = ("invitations"."asked_starts_at" is null) and ("invitations"."offered_at" is null
        or ("invitations"."initiator_role" = 'player' and not "invitations"."use_unavailable" and "invitations"."invitation_status" in ('PENDING', 'CANCELLED', 'EXPIRED'))));--> statement-breakpoint
SELECT count_revisions_of('invitations', 'course_date', 'begin_time_slot', 'end_time_slot', 'coach_id', 'stadium_id', 'court_id',
  'course_design_id', 'course_design_name', 'course_design_price', 'participants_count', 'use_unavailable', 'offered_at',
  'message_to_coach', 'message_to_players', 'focus');
