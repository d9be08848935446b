CREATE TABLE "agreement_consents" (
	"user_id" bigint NOT NULL,
	"version" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_consents_pkey" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
CREATE TABLE "content_submissions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"field" text NOT NULL,
	"author_id" bigint NOT NULL,
	"value" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"trace_id" text,
	"reason" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_submissions_kind" CHECK ("content_submissions"."kind" in ('user', 'card', 'ball')),
	CONSTRAINT "content_submissions_state" CHECK ("content_submissions"."state" in ('WAITING', 'APPROVED', 'REJECTED')),
	CONSTRAINT "content_submissions_decided_at" CHECK (("content_submissions"."state" = 'WAITING') = ("content_submissions"."decided_at" is null)),
	CONSTRAINT "content_submissions_reason" CHECK (("content_submissions"."state" = 'REJECTED') = ("content_submissions"."reason" <> '')),
	CONSTRAINT "content_submissions_own" CHECK ("content_submissions"."kind" = 'ball' or "content_submissions"."object_id" = "content_submissions"."author_id"),
	CONSTRAINT "content_submissions_value" CHECK ("content_submissions"."value" <> '')
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" bigint NOT NULL,
	"logistics" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"last_error" text,
	"shipped_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipments_once" UNIQUE("payment_id"),
	CONSTRAINT "shipments_logistics" CHECK ("shipments"."logistics" in ('EXPRESS', 'LOCAL', 'VIRTUAL', 'PICKUP')),
	CONSTRAINT "shipments_state" CHECK ("shipments"."state" in ('WAITING', 'SHIPPED', 'RECEIVED', 'REFUNDED', 'REFUSED')),
	CONSTRAINT "shipments_attempts" CHECK ("shipments"."attempts" >= 0),
	CONSTRAINT "shipments_waiting" CHECK ("shipments"."state" <> 'WAITING' or "shipments"."next_try_at" is not null),
	CONSTRAINT "shipments_ended" CHECK ("shipments"."state" in ('WAITING', 'SHIPPED') or "shipments"."next_try_at" is null),
	CONSTRAINT "shipments_shipped" CHECK ("shipments"."state" not in ('SHIPPED', 'RECEIVED') or "shipments"."shipped_at" is not null),
	CONSTRAINT "shipments_received" CHECK (("shipments"."state" = 'RECEIVED') = ("shipments"."received_at" is not null)),
	CONSTRAINT "shipments_refused" CHECK ("shipments"."state" <> 'REFUSED' or "shipments"."last_error" is not null)
);
--> statement-breakpoint
ALTER TABLE "seats" DROP CONSTRAINT "seats_state";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_method";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agreement_consents" ADD CONSTRAINT "agreement_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_submissions" ADD CONSTRAINT "content_submissions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "content_submissions_one_waits" ON "content_submissions" USING btree ("kind","object_id","field","value") WHERE "content_submissions"."state" = 'WAITING';--> statement-breakpoint
CREATE UNIQUE INDEX "content_submissions_trace" ON "content_submissions" USING btree ("trace_id");--> statement-breakpoint
CREATE INDEX "content_submissions_waiting" ON "content_submissions" USING btree ("id") WHERE "content_submissions"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "content_submissions_decided" ON "content_submissions" USING btree ("decided_at","id") WHERE "content_submissions"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "content_submissions_of_author" ON "content_submissions" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "shipments_refused_first" ON "shipments" USING btree (("state" = 'REFUSED'),"id");--> statement-breakpoint
CREATE INDEX "shipments_by_state" ON "shipments" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "shipments_to_try" ON "shipments" USING btree ("next_try_at") WHERE "shipments"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "class_objections_answered" ON "class_objections" USING btree ("answered_at","id") WHERE "class_objections"."state" <> 'OPEN';--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_state" CHECK ("seats"."state" in ('INVITED', 'JOINED', 'DECLINED', 'LEFT'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_in_shop" CHECK ("orders"."method" <> 'IN_SHOP' or "orders"."kind" = 'STRINGING');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_method" CHECK ("orders"."method" in ('CARD', 'WECHAT', 'IN_SHOP'));--> statement-breakpoint
UPDATE "seats" s SET "state" = 'DECLINED' WHERE s."state" = 'LEFT' AND 'decline' = (
  SELECT e."action" FROM "invitation_events" e
  WHERE e."invitation_id" = s."invitation_id" AND e."actor_id" = s."user_id" ORDER BY e."seq" DESC LIMIT 1);
