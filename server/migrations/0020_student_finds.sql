CREATE TABLE "student_finds" (
	"coach_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	CONSTRAINT "student_finds_pkey" PRIMARY KEY("coach_id","player_id")
);
--> statement-breakpoint
ALTER TABLE "student_finds" ADD CONSTRAINT "student_finds_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_finds" ADD CONSTRAINT "student_finds_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "student_finds_by_age" ON "student_finds" USING btree ("found_at");