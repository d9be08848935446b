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
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shipments_refused_first" ON "shipments" USING btree (("state" = 'REFUSED'),"id");--> statement-breakpoint
CREATE INDEX "shipments_by_state" ON "shipments" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "shipments_to_try" ON "shipments" USING btree ("next_try_at") WHERE "shipments"."next_try_at" is not null;