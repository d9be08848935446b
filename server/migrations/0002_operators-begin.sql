CREATE TABLE "top_up_plans" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"principal_fen" bigint NOT NULL,
	"gift_fen" bigint NOT NULL,
	"is_on_sale" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "top_up_plans_principal" CHECK ("top_up_plans"."principal_fen" >= 100 and "top_up_plans"."principal_fen" + "top_up_plans"."gift_fen" <= 500000),
	CONSTRAINT "top_up_plans_gift" CHECK ("top_up_plans"."gift_fen" >= 0 and "top_up_plans"."gift_fen" * 5 <= "top_up_plans"."principal_fen")
);
--> statement-breakpoint
ALTER TABLE "common_courses" ADD COLUMN "is_shown" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "common_courses" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "top_up_plans_on_sale" ON "top_up_plans" USING btree ("principal_fen") WHERE "top_up_plans"."is_on_sale";--> statement-breakpoint
CREATE UNIQUE INDEX "companies_club_name" ON "companies" USING btree ("company_name") WHERE not "companies"."is_person" and "companies"."closed_at" is null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_gift" CHECK ("orders"."gift_fen" = 0 or ("orders"."kind" = 'CARD_TOP_UP' and "orders"."gift_fen" between 0 and 500000));--> statement-breakpoint
-- Written by hand: what people decide on, the plans that every database had as constants, and their gifts on orders.
SELECT count_revisions_of('common_courses', 'course_name', 'course_description', 'price_per_session', 'session_duration',
  'max_participants', 'is_shown');
--> statement-breakpoint
SELECT count_revisions_of('top_up_plans', 'principal_fen', 'gift_fen', 'is_on_sale');
--> statement-breakpoint
INSERT INTO "top_up_plans" ("id", "principal_fen", "gift_fen") VALUES (200, 20000, 0), (500, 50000, 2000), (1000, 100000, 6000),
  (2000, 200000, 16000);
--> statement-breakpoint
SELECT setval('top_up_plans_id_seq', 2000);
--> statement-breakpoint
UPDATE "orders" SET "gift_fen" = p."gift_fen" FROM "top_up_plans" p
  WHERE "orders"."kind" = 'CARD_TOP_UP' AND "orders"."amount_fen" = p."principal_fen";
