ALTER TABLE "orders" DROP CONSTRAINT "orders_method";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_in_shop" CHECK ("orders"."method" <> 'IN_SHOP' or "orders"."kind" = 'STRINGING');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_method" CHECK ("orders"."method" in ('CARD', 'WECHAT', 'IN_SHOP'));