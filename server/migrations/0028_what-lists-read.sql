CREATE TABLE "last_classes" (
	"user_id" bigint NOT NULL,
	"coach_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"course_date" date NOT NULL,
	"begin_time_slot" smallint NOT NULL,
	"invitation_id" bigint NOT NULL,
	CONSTRAINT "last_classes_pkey" PRIMARY KEY("user_id","coach_id","company_id")
);
--> statement-breakpoint
DROP INDEX "used_records_of_user";--> statement-breakpoint
DROP INDEX "stringing_reviews_of_merchant";--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "consumed_sessions" numeric(7, 1) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "expired_sessions" numeric(7, 1) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "student_relations" ADD COLUMN "nickname" text collate "zh-x-icu";--> statement-breakpoint
UPDATE "student_relations" r SET nickname = u.nickname FROM "users" u WHERE u.id = r.player_id;--> statement-breakpoint
ALTER TABLE "student_relations" ALTER COLUMN "nickname" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "last_classes" ADD CONSTRAINT "last_classes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "last_classes" ADD CONSTRAINT "last_classes_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "last_classes" ADD CONSTRAINT "last_classes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "last_classes" ADD CONSTRAINT "last_classes_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "last_classes_of_coach" ON "last_classes" USING btree ("coach_id","user_id","course_date","begin_time_slot");--> statement-breakpoint
CREATE INDEX "last_classes_of_company" ON "last_classes" USING btree ("company_id","user_id","course_date","begin_time_slot");--> statement-breakpoint
CREATE INDEX "login_sessions_live" ON "login_sessions" USING btree ("user_id") WHERE "login_sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_of_course" ON "invitations" USING btree ("course_design_id","invitation_status");--> statement-breakpoint
CREATE INDEX "contracts_of_course" ON "contracts" USING btree ("course_id","user_id");--> statement-breakpoint
CREATE INDEX "contracts_ended" ON "contracts" USING btree ("user_id","expiry_date","id") WHERE "contracts"."remaining_sessions" = 0;--> statement-breakpoint
CREATE INDEX "used_records_counted" ON "used_records" USING btree ("coach_id");--> statement-breakpoint
CREATE INDEX "messages_counted" ON "messages" USING btree ("receiver_id","category","sender_id","object_kind") WHERE "messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_counted" ON "orders" USING btree ("user_id","state");--> statement-breakpoint
CREATE INDEX "level_changes_of_source" ON "level_changes" USING btree ("user_id","source");--> statement-breakpoint
CREATE INDEX "student_relations_named" ON "student_relations" USING btree ("coach_id","nickname","player_id");--> statement-breakpoint
CREATE INDEX "products_on_shelf" ON "products" USING btree ("sort_order","id" DESC NULLS LAST,"category_id") WHERE "products"."is_published";--> statement-breakpoint
CREATE INDEX "shop_orders_counted" ON "shop_orders" USING btree ("user_id","status","refund_choice");--> statement-breakpoint
CREATE INDEX "stringing_reviews_counted" ON "stringing_reviews" USING btree ("merchant_id","user_id");--> statement-breakpoint
CREATE INDEX "used_records_of_user" ON "used_records" USING btree ("user_id","contract_id","company_id");--> statement-breakpoint
CREATE INDEX "stringing_reviews_of_merchant" ON "stringing_reviews" USING btree ("merchant_id","created_at","order_id");--> statement-breakpoint
-- Below by hand. The sums of a contract follow its ledger.
UPDATE "contracts" c SET consumed_sessions = l.consumed, expired_sessions = l.expired FROM (
  SELECT contract_id, coalesce(-sum(remaining_change) FILTER (WHERE kind <> 'EXPIRE'), 0) AS consumed,
    coalesce(-sum(remaining_change) FILTER (WHERE kind = 'EXPIRE'), 0) AS expired
  FROM "lesson_ledger" WHERE kind IN ('CONSUME', 'REFUND', 'EXPIRE') GROUP BY contract_id) l
WHERE l.contract_id = c.id;--> statement-breakpoint
CREATE FUNCTION "sums_of_contract"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'EXPIRE' THEN
    UPDATE contracts SET expired_sessions = expired_sessions - NEW.remaining_change WHERE id = NEW.contract_id;
  ELSE
    UPDATE contracts SET consumed_sessions = consumed_sessions - NEW.remaining_change WHERE id = NEW.contract_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "lesson_ledger_sums" AFTER INSERT ON "lesson_ledger" FOR EACH ROW
  WHEN (NEW.kind IN ('CONSUME', 'REFUND', 'EXPIRE')) EXECUTE FUNCTION "sums_of_contract"();
--> statement-breakpoint
-- The last completed class of a player with a coach in a company.
INSERT INTO "last_classes" SELECT DISTINCT ON (user_id, coach_id, company_id) user_id, coach_id, company_id, course_date, begin_time_slot, invitation_id
  FROM "seats" WHERE state = 'JOINED' AND invitation_status = 'COMPLETED'
  ORDER BY user_id, coach_id, company_id, course_date DESC, begin_time_slot DESC, invitation_id DESC;--> statement-breakpoint
CREATE FUNCTION "keep_last_class"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'JOINED' AND OLD.invitation_status = 'COMPLETED' THEN
    -- Whoever adds a class meanwhile waits here, and compares afterwards.
    DELETE FROM last_classes WHERE (user_id, coach_id, company_id) = (OLD.user_id, OLD.coach_id, OLD.company_id)
      AND invitation_id = OLD.invitation_id;
    IF FOUND THEN
      INSERT INTO last_classes SELECT user_id, coach_id, company_id, course_date, begin_time_slot, invitation_id FROM seats
        WHERE (user_id, coach_id, company_id) = (OLD.user_id, OLD.coach_id, OLD.company_id)
          AND state = 'JOINED' AND invitation_status = 'COMPLETED'
        ORDER BY course_date DESC, begin_time_slot DESC, invitation_id DESC LIMIT 1;
    END IF;
  END IF;
  IF NEW.state = 'JOINED' AND NEW.invitation_status = 'COMPLETED' THEN
    INSERT INTO last_classes AS l VALUES
      (NEW.user_id, NEW.coach_id, NEW.company_id, NEW.course_date, NEW.begin_time_slot, NEW.invitation_id)
    ON CONFLICT (user_id, coach_id, company_id) DO UPDATE
      SET course_date = NEW.course_date, begin_time_slot = NEW.begin_time_slot, invitation_id = NEW.invitation_id
      WHERE (l.course_date, l.begin_time_slot, l.invitation_id) < (NEW.course_date, NEW.begin_time_slot, NEW.invitation_id);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "seats_last_added" AFTER INSERT ON "seats" FOR EACH ROW
  WHEN (NEW.state = 'JOINED' AND NEW.invitation_status = 'COMPLETED') EXECUTE FUNCTION "keep_last_class"();--> statement-breakpoint
CREATE TRIGGER "seats_last_changed" AFTER UPDATE ON "seats" FOR EACH ROW
  WHEN ((OLD.invitation_status = 'COMPLETED' OR NEW.invitation_status = 'COMPLETED')
    AND (OLD.user_id, OLD.coach_id, OLD.company_id, OLD.state, OLD.invitation_status, OLD.course_date, OLD.begin_time_slot)
    IS DISTINCT FROM (NEW.user_id, NEW.coach_id, NEW.company_id, NEW.state, NEW.invitation_status, NEW.course_date, NEW.begin_time_slot))
  EXECUTE FUNCTION "keep_last_class"();--> statement-breakpoint
-- A relation has the name of its player. The lock lets a new name wait for it.
CREATE FUNCTION "name_of_student"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT nickname INTO NEW.nickname FROM users WHERE id = NEW.player_id FOR SHARE;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "student_relations_know_name" BEFORE INSERT OR UPDATE OF "player_id" ON "student_relations"
  FOR EACH ROW EXECUTE FUNCTION "name_of_student"();--> statement-breakpoint
CREATE FUNCTION "students_named"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE student_relations SET nickname = NEW.nickname WHERE player_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_name_students" AFTER UPDATE OF "nickname" ON "users" FOR EACH ROW
  WHEN (OLD.nickname IS DISTINCT FROM NEW.nickname) EXECUTE FUNCTION "students_named"();
