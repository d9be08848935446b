-- By hand. A class that its maker moves to another course takes the policy in force there, as a new one does.
CREATE TRIGGER "invitations_follow_policy" BEFORE UPDATE OF "company_id", "course_design_id" ON "invitations"
  FOR EACH ROW WHEN ((OLD."company_id", OLD."course_design_id") IS DISTINCT FROM (NEW."company_id", NEW."course_design_id"))
  EXECUTE FUNCTION "carry_policy"();
--> statement-breakpoint
-- Classes to come that kept the policy of another company.
ALTER TABLE "invitations" DISABLE TRIGGER "invitations_keep_policy";
--> statement-breakpoint
UPDATE "invitations" i SET policy_id = policy_in_force(i.company_id, i.course_design_id) FROM "policy_versions" p
  WHERE p.id = i.policy_id AND p.company_id <> i.company_id AND i.invitation_status IN ('PENDING', 'CONFIRMED');
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE TRIGGER "invitations_keep_policy";
