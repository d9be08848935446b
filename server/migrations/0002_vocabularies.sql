ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_sport" CHECK ("ball_games"."sport" in ('tennis', 'badminton'));--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_status" CHECK ("ball_games"."status" in ('OPEN', 'FULL', 'FINISHED', 'CANCELLED'));--> statement-breakpoint
ALTER TABLE "invitation_events" ADD CONSTRAINT "invitation_events_action" CHECK ("invitation_events"."action" in ('create', 'edit', 'join', 'contract', 'confirm', 'sign', 'finish', 'cancel', 'change-coach', 'expire'));--> statement-breakpoint
ALTER TABLE "invitation_events" ADD CONSTRAINT "invitation_events_statuses" CHECK (coalesce("invitation_events"."from_status", 'PENDING') in ('PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'EXPIRED')
        and "invitation_events"."to_status" in ('PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'EXPIRED'));--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_initiator_role" CHECK ("invitations"."initiator_role" in ('player', 'coach'));--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_price" CHECK ("invitations"."course_design_price" between 0 and 9007199254740991);--> statement-breakpoint
ALTER TABLE "lesson_ledger" ADD CONSTRAINT "lesson_ledger_unit_price" CHECK ("lesson_ledger"."unit_price" between 0 and 9007199254740991);--> statement-breakpoint
ALTER TABLE "used_records" ADD CONSTRAINT "used_records_attendance" CHECK ("used_records"."attendance" in ('present', 'late', 'absent'));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_channel" CHECK ("outbox"."channel" in ('wechat'));--> statement-breakpoint
ALTER TABLE "stringing_services" ADD CONSTRAINT "stringing_services_sport" CHECK ("stringing_services"."sport" in ('tennis', 'badminton'));