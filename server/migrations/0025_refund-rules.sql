ALTER TABLE "package_versions" ADD COLUMN "refund_rule" text DEFAULT 'UNUSED' NOT NULL;--> statement-breakpoint
ALTER TABLE "package_versions" ADD CONSTRAINT "package_versions_rule" CHECK ("package_versions"."refund_rule" in ('UNUSED', 'FIRST_DAYS'));--> statement-breakpoint
-- Hours that can not be given back are not sold for minors. Versions never change, so the insert is the only moment.
CREATE FUNCTION "refuse_bound_for_minor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM package_versions
    WHERE package_id = NEW.package_id AND version = NEW.version AND refund_rule = 'FIRST_DAYS') THEN
    RAISE EXCEPTION 'package % is not sold for minors', NEW.package_id
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "package_purchases_for_minor" BEFORE INSERT ON "package_purchases"
  FOR EACH ROW WHEN (NEW."is_for_minor") EXECUTE FUNCTION "refuse_bound_for_minor"();
