CREATE TABLE "code_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"sends" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "code_counts_sends" CHECK ("code_counts"."sends" > 0)
);
--> statement-breakpoint
CREATE TABLE "phone_codes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"number_hash" text NOT NULL,
	"code_hash" text,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"outcome" text DEFAULT '' NOT NULL,
	CONSTRAINT "phone_codes_minutes" CHECK ("phone_codes"."expires_at" = "phone_codes"."sent_at" + interval '5 minutes'),
	CONSTRAINT "phone_codes_used" CHECK ("phone_codes"."used_at" is null or ("phone_codes"."code_hash" is null and "phone_codes"."used_at" < "phone_codes"."expires_at"))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sport" text;--> statement-breakpoint
CREATE UNIQUE INDEX "phone_codes_one_counts" ON "phone_codes" USING btree ("number_hash") WHERE "phone_codes"."code_hash" is not null;--> statement-breakpoint
CREATE INDEX "phone_codes_of_number" ON "phone_codes" USING btree ("number_hash","id");--> statement-breakpoint
CREATE INDEX "phone_codes_by_time" ON "phone_codes" USING btree ("sent_at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_sport" CHECK ("users"."sport" in ('tennis', 'badminton'));--> statement-breakpoint
SELECT count_revisions_of('users', 'nickname', 'user_type', 'phone', 'phone_verified', 'open_id', 'union_id', 'avatar',
  'description', 'nice_photos', 'gender', 'region', 'sport', 'handedness', 'backhand_style', 'wechat_id', 'wechat_id_open');
