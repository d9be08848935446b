CREATE TABLE "purchase_caps" (
	"company_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"buyer_months" integer,
	"buyer_hours" integer,
	"buyer_fen" bigint,
	"minor_months" integer,
	"minor_hours" integer,
	"minor_fen" bigint,
	"made_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "purchase_caps_pkey" PRIMARY KEY("company_id","version"),
	CONSTRAINT "purchase_caps_minor" CHECK (num_nulls("purchase_caps"."minor_months", "purchase_caps"."minor_hours", "purchase_caps"."minor_fen") in (0, 3)),
	CONSTRAINT "purchase_caps_figures" CHECK (least("purchase_caps"."buyer_months", "purchase_caps"."buyer_hours", "purchase_caps"."buyer_fen", "purchase_caps"."minor_months", "purchase_caps"."minor_hours", "purchase_caps"."minor_fen") > 0)
);
--> statement-breakpoint
CREATE TABLE "renewal_reminders" (
	"contract_id" bigint NOT NULL,
	"day" date NOT NULL,
	"sent_by" bigint,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "renewal_reminders_pkey" PRIMARY KEY("contract_id","day")
);
--> statement-breakpoint
DROP INDEX "lesson_ledger_sold";--> statement-breakpoint
ALTER TABLE "package_purchases" ADD COLUMN "is_for_minor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "package_purchases" ADD COLUMN "caps_version" integer;--> statement-breakpoint
ALTER TABLE "purchase_caps" ADD CONSTRAINT "purchase_caps_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_caps" ADD CONSTRAINT "purchase_caps_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_reminders" ADD CONSTRAINT "renewal_reminders_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_reminders" ADD CONSTRAINT "renewal_reminders_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contracts_owed" ON "contracts" USING btree ("company_id","expiry_date") WHERE "contracts"."remaining_sessions" > 0;--> statement-breakpoint
CREATE INDEX "lesson_ledger_moved" ON "lesson_ledger" USING btree ("contract_id","created_at") WHERE "lesson_ledger"."remaining_change" <> 0;--> statement-breakpoint
CREATE TRIGGER "purchase_caps_append_only" BEFORE UPDATE OR DELETE ON "purchase_caps"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
