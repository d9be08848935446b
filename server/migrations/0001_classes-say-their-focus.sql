ALTER TABLE "invitations" ADD COLUMN "focus" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_focus" CHECK ("invitations"."focus" in ('', 'BASICS', 'FOREHAND', 'BACKHAND', 'SERVE', 'NET', 'FOOTWORK', 'MATCH', 'FITNESS'));
--> statement-breakpoint
SELECT count_revisions_of('invitations', 'course_date', 'begin_time_slot', 'end_time_slot', 'coach_id', 'stadium_id', 'court_id',
  'course_design_id', 'course_design_name', 'course_design_price', 'participants_count', 'use_unavailable',
  'message_to_coach', 'message_to_players', 'focus');
