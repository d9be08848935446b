CREATE TABLE "company_invitation_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"invitation_id" bigint NOT NULL,
	"step" text NOT NULL,
	"actor_id" bigint,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "company_invitation_events_step" CHECK ("company_invitation_events"."step" in ('MADE', 'ACCEPT', 'REFUSE', 'WITHDRAW', 'CHANGE', 'EXPIRE'))
);
--> statement-breakpoint
CREATE TABLE "company_invitations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"coach_id" bigint,
	"phone" text,
	"token" text,
	"course_ids" bigint[] DEFAULT '{}' NOT NULL,
	"venue_ids" bigint[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "company_invitations_kind" CHECK ("company_invitations"."kind" in ('INVITE', 'REQUEST')),
	CONSTRAINT "company_invitations_state" CHECK ("company_invitations"."state" in ('PENDING', 'ACCEPTED', 'REFUSED', 'WITHDRAWN', 'EXPIRED')),
	CONSTRAINT "company_invitations_ended" CHECK (("company_invitations"."state" = 'PENDING') = ("company_invitations"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "company_invitation_events" ADD CONSTRAINT "company_invitation_events_invitation_id_company_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."company_invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitation_events" ADD CONSTRAINT "company_invitation_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_invitation_events_of" ON "company_invitation_events" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "company_invitations_of_company" ON "company_invitations" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "company_invitations_of_coach" ON "company_invitations" USING btree ("coach_id");--> statement-breakpoint
CREATE INDEX "company_invitations_by_phone" ON "company_invitations" USING btree ("phone") WHERE "company_invitations"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "company_invitations_pending" ON "company_invitations" USING btree ("expires_at") WHERE "company_invitations"."state" = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "company_invitations_one_a_coach" ON "company_invitations" USING btree ("company_id","coach_id") WHERE "company_invitations"."state" = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "company_invitations_one_a_phone" ON "company_invitations" USING btree ("company_id","phone") WHERE "company_invitations"."state" = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "company_invitations_one_link" ON "company_invitations" USING btree ("company_id") WHERE "company_invitations"."state" = 'PENDING' and "company_invitations"."token" is not null;
--> statement-breakpoint
SELECT count_revisions_of('company_invitations', 'course_ids', 'venue_ids');
