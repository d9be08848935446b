CREATE TABLE "agreement_consents" (
	"user_id" bigint NOT NULL,
	"version" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_consents_pkey" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
ALTER TABLE "seats" DROP CONSTRAINT "seats_state";--> statement-breakpoint
ALTER TABLE "agreement_consents" ADD CONSTRAINT "agreement_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "class_objections_answered" ON "class_objections" USING btree ("answered_at","id") WHERE "class_objections"."state" <> 'OPEN';--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_state" CHECK ("seats"."state" in ('INVITED', 'JOINED', 'DECLINED', 'LEFT'));--> statement-breakpoint
UPDATE "seats" s SET "state" = 'DECLINED' WHERE s."state" = 'LEFT' AND 'decline' = (
  SELECT e."action" FROM "invitation_events" e
  WHERE e."invitation_id" = s."invitation_id" AND e."actor_id" = s."user_id" ORDER BY e."seq" DESC LIMIT 1);
