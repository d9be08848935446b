DROP INDEX "ball_participants_by_status";--> statement-breakpoint
DROP INDEX "orders_counted";--> statement-breakpoint
DROP INDEX "stringing_orders_of_racket";--> statement-breakpoint
CREATE INDEX "ball_games_under_way" ON "ball_games" USING btree ("initiator_id") WHERE "ball_games"."status" in ('UNPAID', 'OPEN', 'FULL');--> statement-breakpoint
CREATE INDEX "ball_participants_by_part" ON "ball_participants" USING btree ("user_id","ball_status","is_initiator","activity_date","begin_time_slot","ball_id");--> statement-breakpoint
CREATE INDEX "orders_of_user_by_state" ON "orders" USING btree ("user_id","state","id");--> statement-breakpoint
CREATE INDEX "coach_applications_with_certificate" ON "coach_applications" USING gin (string_to_array("certificates", ','));--> statement-breakpoint
CREATE INDEX "stringing_orders_of_racket_by_end" ON "stringing_orders" USING btree ("racket_id","status","completed_at","id");--> statement-breakpoint
CREATE INDEX "stringing_steps_with_photo" ON "stringing_steps" USING gin (string_to_array("photos", ',')) WHERE "stringing_steps"."photos" <> '';