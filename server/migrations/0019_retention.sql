CREATE INDEX "refresh_tokens_of_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_by_expiry" ON "refresh_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "messages_deleted" ON "messages" USING btree ("deleted_at") WHERE "messages"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_by_time" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "shop_orders_with_address" ON "shop_orders" USING btree (coalesce("received_at", "ended_at")) WHERE "shop_orders"."contact_phone" <> '';--> statement-breakpoint
CREATE INDEX "stringing_orders_with_address" ON "stringing_orders" USING btree ("response_time") WHERE "stringing_orders"."contact_phone" <> '';