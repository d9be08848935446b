DROP INDEX "student_requests_of_player";--> statement-breakpoint
DROP INDEX "shop_orders_counted";--> statement-breakpoint
CREATE INDEX "companies_of_admin" ON "companies" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "student_requests_of_player_in" ON "student_requests" USING btree ("player_id","state","coach_id","ended_at");--> statement-breakpoint
CREATE INDEX "shop_orders_of_user_by_status" ON "shop_orders" USING btree ("user_id","status","id","refund_choice");