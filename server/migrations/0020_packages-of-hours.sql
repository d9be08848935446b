CREATE TABLE "hour_lots" (
	"contract_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	"hours" numeric(7, 1) NOT NULL,
	"left_hours" numeric(7, 1) NOT NULL,
	CONSTRAINT "hour_lots_pkey" PRIMARY KEY("contract_id","seq"),
	CONSTRAINT "hour_lots_left" CHECK (0 <= "hour_lots"."left_hours" and "hour_lots"."left_hours" <= "hour_lots"."hours")
);
--> statement-breakpoint
CREATE TABLE "package_purchases" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"package_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"contract_id" bigint,
	"grant_seq" integer,
	"gift_seq" integer,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "package_purchases_grant_once" UNIQUE("contract_id","grant_seq"),
	CONSTRAINT "package_purchases_gift_once" UNIQUE("contract_id","gift_seq"),
	CONSTRAINT "package_purchases_paid" CHECK (("package_purchases"."contract_id" is null) = ("package_purchases"."grant_seq" is null) and ("package_purchases"."gift_seq" is null or "package_purchases"."gift_seq" > "package_purchases"."grant_seq"))
);
--> statement-breakpoint
CREATE TABLE "package_versions" (
	"package_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"hours" integer NOT NULL,
	"gift_hours" integer NOT NULL,
	"price_fen" bigint NOT NULL,
	"valid_days" integer NOT NULL,
	"is_on_sale" boolean NOT NULL,
	"made_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "package_versions_pkey" PRIMARY KEY("package_id","version"),
	CONSTRAINT "package_versions_hours" CHECK ("package_versions"."hours" between 1 and 500 and "package_versions"."gift_hours" between 0 and "package_versions"."hours"),
	CONSTRAINT "package_versions_price" CHECK ("package_versions"."price_fen" between "package_versions"."hours" and 50000000 and "package_versions"."price_fen" % "package_versions"."hours" = 0),
	CONSTRAINT "package_versions_days" CHECK ("package_versions"."valid_days" between 1 and 1095)
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_kind";--> statement-breakpoint
ALTER TABLE "hour_lots" ADD CONSTRAINT "hour_lots_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_purchases" ADD CONSTRAINT "package_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_purchases" ADD CONSTRAINT "package_purchases_version" FOREIGN KEY ("package_id","version") REFERENCES "public"."package_versions"("package_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_purchases" ADD CONSTRAINT "package_purchases_granted" FOREIGN KEY ("contract_id","grant_seq") REFERENCES "public"."lesson_ledger"("contract_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_purchases" ADD CONSTRAINT "package_purchases_given" FOREIGN KEY ("contract_id","gift_seq") REFERENCES "public"."lesson_ledger"("contract_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_versions" ADD CONSTRAINT "package_versions_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_versions" ADD CONSTRAINT "package_versions_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "package_purchases_of_user" ON "package_purchases" USING btree ("user_id","package_id");--> statement-breakpoint
CREATE INDEX "package_purchases_sold" ON "package_purchases" USING btree ("package_id","version") WHERE "package_purchases"."contract_id" is not null;--> statement-breakpoint
CREATE INDEX "packages_of_company" ON "packages" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "packages_of_course" ON "packages" USING btree ("course_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_kind" CHECK ("orders"."kind" in ('BALL_PUBLISH', 'BALL_SEAT', 'BALL_SWAP', 'CARD_TOP_UP', 'STRINGING', 'SHOP', 'TRIAL', 'COURSE'));--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_present" FOREIGN KEY ("id", "version")
  REFERENCES "package_versions" ("package_id", "version") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE TRIGGER "package_versions_append_only" BEFORE UPDATE OR DELETE ON "package_versions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "package_purchases_kept" BEFORE UPDATE OR DELETE ON "package_purchases"
  FOR EACH ROW WHEN (OLD."contract_id" IS NOT NULL) EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
-- Hours of a contract with lots have several prices. The oldest are spent first and gifts last; what a class gives back
-- returns to what was spent last. The row of the ledger gets the price of its hours. The contract's row is locked.
CREATE FUNCTION "price_hours"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lot record;
  way numeric := sign(NEW.remaining_change);
  rest numeric := abs(NEW.remaining_change);
  part numeric;
  value numeric := 0;
BEGIN
  IF NOT EXISTS (SELECT FROM hour_lots WHERE contract_id = NEW.contract_id) THEN
    RETURN NEW;
  END IF;
  IF way < 0 OR NEW.kind = 'REFUND' THEN
    FOR lot IN SELECT * FROM hour_lots WHERE contract_id = NEW.contract_id
      ORDER BY CASE WHEN unit_price = 0 THEN -way ELSE way END, -way * seq
    LOOP
      part := least(rest, CASE WHEN way < 0 THEN lot.left_hours ELSE lot.hours - lot.left_hours END);
      UPDATE hour_lots SET left_hours = left_hours + way * part
        WHERE contract_id = lot.contract_id AND seq = lot.seq AND part > 0;
      value := value + part * lot.unit_price;
      rest := rest - part;
    END LOOP;
  END IF;
  -- New hours, and those of a class from before the first purchase, are a lot of their own.
  IF way > 0 AND rest > 0 THEN
    INSERT INTO hour_lots VALUES (NEW.contract_id, NEW.seq, NEW.unit_price, rest, rest);
    value := value + rest * NEW.unit_price;
    rest := 0;
  END IF;
  IF rest > 0 THEN
    RAISE EXCEPTION 'contract % has fewer hours in its lots than in its balance', NEW.contract_id;
  END IF;
  NEW.unit_price := round(value / abs(NEW.remaining_change));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "lesson_ledger_priced" BEFORE INSERT ON "lesson_ledger"
  FOR EACH ROW WHEN (NEW."remaining_change" <> 0) EXECUTE FUNCTION "price_hours"();
