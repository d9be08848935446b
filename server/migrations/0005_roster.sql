CREATE TABLE "roster_import_rows" (
	"import_id" bigint NOT NULL,
	"line" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"result" text,
	"note" text DEFAULT '' NOT NULL,
	"row_key" text,
	"student_id" bigint,
	"contract_id" bigint,
	"undone_at" timestamp with time zone,
	CONSTRAINT "roster_import_rows_pkey" PRIMARY KEY("import_id","line"),
	CONSTRAINT "roster_import_rows_result" CHECK ("roster_import_rows"."result" in ('FAULTY', 'DUPLICATE', 'KNOWN', 'NEW')),
	CONSTRAINT "roster_import_rows_written" CHECK ((coalesce("roster_import_rows"."result", 'FAULTY') in ('KNOWN', 'NEW')) = ("roster_import_rows"."contract_id" is not null)
        and ("roster_import_rows"."contract_id" is null) = ("roster_import_rows"."student_id" is null) and ("roster_import_rows"."undone_at" is null or "roster_import_rows"."contract_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "roster_imports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"uploaded_by" bigint NOT NULL,
	"confirmed_by" bigint,
	"confirmed_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "roster_imports_state" CHECK ("roster_imports"."state" in ('DRAFT', 'WRITTEN', 'UNDONE')),
	CONSTRAINT "roster_imports_confirmed" CHECK (("roster_imports"."state" = 'DRAFT') = ("roster_imports"."confirmed_at" is null) and ("roster_imports"."confirmed_at" is null) = ("roster_imports"."confirmed_by" is null)
        and ("roster_imports"."state" = 'UNDONE') = ("roster_imports"."undone_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "roster_students" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"account_id" bigint,
	"refused_phone" text,
	"code_hash" text,
	"code_expires_at" timestamp with time zone,
	"added_by" bigint NOT NULL,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "roster_students_state" CHECK ("roster_students"."state" in ('WAITING', 'CLAIMED', 'GUARDED', 'REFUSED', 'WITHDRAWN')),
	CONSTRAINT "roster_students_account" CHECK (("roster_students"."state" in ('CLAIMED', 'GUARDED')) = ("roster_students"."account_id" is not null)),
	CONSTRAINT "roster_students_refused" CHECK ("roster_students"."state" <> 'REFUSED' or "roster_students"."refused_phone" is not null),
	CONSTRAINT "roster_students_code_end" CHECK (("roster_students"."code_hash" is null) = ("roster_students"."code_expires_at" is null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "unclaimed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "roster_import_rows" ADD CONSTRAINT "roster_import_rows_import_id_roster_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."roster_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_import_rows" ADD CONSTRAINT "roster_import_rows_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_import_rows" ADD CONSTRAINT "roster_import_rows_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_imports" ADD CONSTRAINT "roster_imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_imports" ADD CONSTRAINT "roster_imports_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_imports" ADD CONSTRAINT "roster_imports_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_students" ADD CONSTRAINT "roster_students_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_students" ADD CONSTRAINT "roster_students_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_students" ADD CONSTRAINT "roster_students_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_students" ADD CONSTRAINT "roster_students_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "roster_import_rows_contract" ON "roster_import_rows" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "roster_import_rows_of_student" ON "roster_import_rows" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "roster_imports_number" ON "roster_imports" USING btree ("company_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "roster_imports_file" ON "roster_imports" USING btree ("company_id","file_hash") WHERE "roster_imports"."state" <> 'UNDONE';--> statement-breakpoint
CREATE INDEX "roster_students_of_company" ON "roster_students" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "roster_students_waiting" ON "roster_students" USING btree ("phone") WHERE "roster_students"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "roster_students_of_account" ON "roster_students" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "roster_students_once" ON "roster_students" USING btree ("company_id","phone","name") WHERE "roster_students"."state" <> 'WITHDRAWN';--> statement-breakpoint
CREATE UNIQUE INDEX "roster_students_code" ON "roster_students" USING btree ("code_hash");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_unclaimed" CHECK (not "users"."unclaimed" or ("users"."user_type" = 0 and num_nonnulls("users"."phone", "users"."open_id", "users"."union_id", "users"."wechat_id",
        "users"."avatar", "users"."registered_at", "users"."last_seen_at") = 0));
--> statement-breakpoint
-- A student without an account begins nothing on their own, and is written to by nobody.
CREATE FUNCTION "refuse_unclaimed_student"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT unclaimed FROM users WHERE id = (to_jsonb(NEW) ->> TG_ARGV[0])::bigint) THEN
    RAISE EXCEPTION 'the person in %.% has no account', TG_TABLE_NAME, TG_ARGV[0]
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "credentials_of_account" BEFORE INSERT OR UPDATE OF "user_id" ON "credentials"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unclaimed_student"('user_id');
--> statement-breakpoint
CREATE TRIGGER "login_sessions_of_account" BEFORE INSERT ON "login_sessions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unclaimed_student"('user_id');
--> statement-breakpoint
CREATE TRIGGER "messages_to_account" BEFORE INSERT ON "messages"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unclaimed_student"('receiver_id');
--> statement-breakpoint
CREATE TRIGGER "orders_of_account" BEFORE INSERT ON "orders"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unclaimed_student"('user_id');
--> statement-breakpoint
CREATE TRIGGER "ball_participants_of_account" BEFORE INSERT ON "ball_participants"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unclaimed_student"('user_id');
--> statement-breakpoint
CREATE TRIGGER "company_members_of_account" BEFORE INSERT ON "company_members"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unclaimed_student"('user_id');
--> statement-breakpoint
-- A row of the ledger names another person only along a claim: from the registered student to the account.
-- Arguments: the column of the text, then the columns that the database computes and a trigger does not see yet.
CREATE FUNCTION "refuse_rewriting_but_claim"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) ->> TG_ARGV[0] LIKE '%（审核中，编号 %'
    AND to_jsonb(NEW) - TG_ARGV = to_jsonb(OLD) - TG_ARGV THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.reason = OLD.reason
    AND to_jsonb(NEW) - TG_ARGV - 'seat_user_id' = to_jsonb(OLD) - TG_ARGV - 'seat_user_id'
    AND EXISTS (SELECT 1 FROM roster_students r
      WHERE r.user_id = OLD.seat_user_id AND r.account_id = NEW.seat_user_id AND r.state = 'CLAIMED') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "lesson_ledger_append_only" BEFORE UPDATE OR DELETE ON "lesson_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_but_claim"('reason', 'prev_seq', 'prev_remaining', 'prev_held');
