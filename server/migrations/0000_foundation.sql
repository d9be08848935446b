CREATE TABLE "credentials" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	CONSTRAINT "credentials_username_unique" UNIQUE("username")
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"username" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_sessions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_because" text
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"nickname" text NOT NULL,
	"merchant_id" bigint,
	CONSTRAINT "staff_username_unique" UNIQUE("username"),
	CONSTRAINT "staff_kind" CHECK ("staff"."kind" in ('operator', 'merchant'))
);
--> statement-breakpoint
CREATE TABLE "ball_games" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"initiator_id" bigint NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"sport" text NOT NULL,
	"match_type" smallint NOT NULL,
	"stadium_id" bigint,
	"court_id" bigint,
	"place" text DEFAULT '' NOT NULL,
	"activity_date" date NOT NULL,
	"begin_time_slot" smallint NOT NULL,
	"end_time_slot" smallint NOT NULL,
	"level_from" numeric(2, 1) NOT NULL,
	"level_to" numeric(2, 1) NOT NULL,
	"min_players" integer NOT NULL,
	"max_players" integer NOT NULL,
	"seats_taken" integer NOT NULL,
	"fee_fen" bigint NOT NULL,
	"is_public" boolean NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ball_games_match_type" CHECK ("ball_games"."match_type" in (0, 1)),
	CONSTRAINT "ball_games_span" CHECK (0 <= "ball_games"."begin_time_slot" and "ball_games"."begin_time_slot" < "ball_games"."end_time_slot" and "ball_games"."end_time_slot" <= 48),
	CONSTRAINT "ball_games_levels" CHECK (1.0 <= "ball_games"."level_from" and "ball_games"."level_from" <= "ball_games"."level_to" and "ball_games"."level_to" <= 7.0),
	CONSTRAINT "ball_games_players" CHECK (2 <= "ball_games"."min_players" and "ball_games"."min_players" <= "ball_games"."max_players"),
	CONSTRAINT "ball_games_seats" CHECK (0 <= "ball_games"."seats_taken" and "ball_games"."seats_taken" <= "ball_games"."max_players"),
	CONSTRAINT "ball_games_fee" CHECK ("ball_games"."fee_fen" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "ball_participants" (
	"ball_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ball_participants_ball_id_user_id_pk" PRIMARY KEY("ball_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "invitation_events" (
	"invitation_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"action" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor_id" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitation_events_pkey" PRIMARY KEY("invitation_id","seq")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"initiator_id" bigint NOT NULL,
	"initiator_role" text NOT NULL,
	"coach_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"course_design_id" bigint NOT NULL,
	"course_design_name" text NOT NULL,
	"course_design_price" bigint NOT NULL,
	"session_duration" integer NOT NULL,
	"consumed_sessions" numeric(7, 1) NOT NULL,
	"participants_count" integer NOT NULL,
	"max_participants" integer NOT NULL,
	"seats_taken" integer NOT NULL,
	"stadium_id" bigint NOT NULL,
	"court_id" bigint NOT NULL,
	"course_date" date NOT NULL,
	"begin_time_slot" smallint NOT NULL,
	"end_time_slot" smallint NOT NULL,
	"use_unavailable" boolean NOT NULL,
	"need_contract" boolean NOT NULL,
	"invitation_status" text NOT NULL,
	"message_to_coach" text DEFAULT '' NOT NULL,
	"message_to_players" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"response_time" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"signed_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" bigint,
	"cancel_reason" text,
	"round" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_span" CHECK (0 <= "invitations"."begin_time_slot" and "invitations"."begin_time_slot" < "invitations"."end_time_slot" and "invitations"."end_time_slot" <= 48 and "invitations"."end_time_slot" - "invitations"."begin_time_slot" <= 6),
	CONSTRAINT "invitations_status" CHECK ("invitations"."invitation_status" in ('PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'EXPIRED')),
	CONSTRAINT "invitations_need_contract" CHECK (not "invitations"."need_contract" or "invitations"."invitation_status" in ('PENDING', 'CANCELLED', 'EXPIRED')),
	CONSTRAINT "invitations_seats" CHECK (0 <= "invitations"."seats_taken" and "invitations"."seats_taken" <= "invitations"."participants_count" and "invitations"."participants_count" <= "invitations"."max_participants"),
	CONSTRAINT "invitations_consumed" CHECK ("invitations"."consumed_sessions" = ceil(("invitations"."end_time_slot" - "invitations"."begin_time_slot") * 60.0 / "invitations"."session_duration") / 2),
	CONSTRAINT "invitations_cancelled" CHECK (("invitations"."invitation_status" = 'CANCELLED') = ("invitations"."cancelled_at" is not null and "invitations"."cancelled_by" is not null and "invitations"."cancel_reason" is not null)),
	CONSTRAINT "invitations_completed" CHECK (("invitations"."invitation_status" = 'COMPLETED') = ("invitations"."completed_at" is not null)),
	CONSTRAINT "invitations_initiator" CHECK (("invitations"."initiator_role" = 'coach') = ("invitations"."initiator_id" = "invitations"."coach_id"))
);
--> statement-breakpoint
CREATE TABLE "seats" (
	"invitation_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"state" text NOT NULL,
	"contract_id" bigint,
	"held_sessions" numeric(7, 1) NOT NULL,
	"attendance" text,
	"late_cancelled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seats_pkey" PRIMARY KEY("invitation_id","user_id"),
	CONSTRAINT "seats_held" CHECK ("seats"."held_sessions" >= 0 and ("seats"."held_sessions" = 0 or "seats"."contract_id" is not null)),
	CONSTRAINT "seats_state" CHECK ("seats"."state" in ('INVITED', 'JOINED', 'LEFT')),
	CONSTRAINT "seats_attendance" CHECK ("seats"."attendance" in ('present', 'late', 'absent', 'leave'))
);
--> statement-breakpoint
CREATE TABLE "coach_courses" (
	"coach_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	CONSTRAINT "coach_courses_coach_id_course_id_pk" PRIMARY KEY("coach_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"company_name" text NOT NULL,
	"is_person" boolean DEFAULT false NOT NULL,
	"admin_id" bigint NOT NULL,
	"phone" text,
	"free_cancel_hours" integer DEFAULT 24 NOT NULL,
	"forgiven_late_cancels" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_free_cancel_hours" CHECK ("companies"."free_cancel_hours" between 0 and 336),
	CONSTRAINT "companies_forgiven" CHECK ("companies"."forgiven_late_cancels" between 0 and 10)
);
--> statement-breakpoint
CREATE TABLE "company_members" (
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_members_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"course_name" text NOT NULL,
	"course_description" text DEFAULT '' NOT NULL,
	"price_per_session" bigint NOT NULL,
	"session_duration" integer NOT NULL,
	"max_participants" integer DEFAULT 1 NOT NULL,
	"del_flag" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "courses_price" CHECK ("courses"."price_per_session" between 0 and 9007199254740991),
	CONSTRAINT "courses_duration" CHECK ("courses"."session_duration" between 30 and 180),
	CONSTRAINT "courses_max_participants" CHECK ("courses"."max_participants" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"coach_id" bigint,
	"remaining_sessions" numeric(7, 1) NOT NULL,
	"held_sessions" numeric(7, 1) NOT NULL,
	"seq" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	"expiry_date" date NOT NULL,
	"contract_attachment" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contracts_balance" CHECK (0 <= "contracts"."held_sessions" and "contracts"."held_sessions" <= "contracts"."remaining_sessions"),
	CONSTRAINT "contracts_halves" CHECK ("contracts"."remaining_sessions" * 2 = trunc("contracts"."remaining_sessions" * 2) and "contracts"."held_sessions" * 2 = trunc("contracts"."held_sessions" * 2)),
	CONSTRAINT "contracts_unit_price" CHECK ("contracts"."unit_price" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "lesson_ledger" (
	"contract_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"kind" text NOT NULL,
	"remaining_change" numeric(7, 1) NOT NULL,
	"held_change" numeric(7, 1) NOT NULL,
	"remaining_after" numeric(7, 1) NOT NULL,
	"held_after" numeric(7, 1) NOT NULL,
	"prev_seq" integer GENERATED ALWAYS AS (case when seq > 1 then seq - 1 end) STORED,
	"prev_remaining" numeric(7, 1) GENERATED ALWAYS AS (remaining_after - remaining_change) STORED,
	"prev_held" numeric(7, 1) GENERATED ALWAYS AS (held_after - held_change) STORED,
	"invitation_id" bigint,
	"seat_user_id" bigint,
	"round" integer,
	"actor_id" bigint,
	"reason" text NOT NULL,
	"unit_price" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lesson_ledger_pkey" PRIMARY KEY("contract_id","seq"),
	CONSTRAINT "lesson_ledger_balance" UNIQUE("contract_id","seq","remaining_after","held_after"),
	CONSTRAINT "lesson_ledger_once" UNIQUE("invitation_id","seat_user_id","round","kind"),
	CONSTRAINT "lesson_ledger_seq" CHECK ("lesson_ledger"."seq" > 0),
	CONSTRAINT "lesson_ledger_first" CHECK ("lesson_ledger"."seq" > 1 or ("lesson_ledger"."remaining_after" = "lesson_ledger"."remaining_change" and "lesson_ledger"."held_after" = "lesson_ledger"."held_change")),
	CONSTRAINT "lesson_ledger_kind" CHECK ("lesson_ledger"."kind" in ('GRANT', 'HOLD', 'VOID', 'CONSUME', 'REFUND', 'ADJUST', 'EXPIRE')),
	CONSTRAINT "lesson_ledger_effect" CHECK (case "lesson_ledger"."kind"
        when 'GRANT' then "lesson_ledger"."remaining_change" > 0 and "lesson_ledger"."held_change" = 0
        when 'HOLD' then "lesson_ledger"."remaining_change" = 0 and "lesson_ledger"."held_change" > 0
        when 'VOID' then "lesson_ledger"."remaining_change" = 0 and "lesson_ledger"."held_change" < 0
        when 'CONSUME' then "lesson_ledger"."remaining_change" < 0 and "lesson_ledger"."held_change" = "lesson_ledger"."remaining_change"
        when 'REFUND' then "lesson_ledger"."remaining_change" > 0 and "lesson_ledger"."held_change" = 0
        when 'EXPIRE' then "lesson_ledger"."remaining_change" < 0 and "lesson_ledger"."held_change" = 0
        else "lesson_ledger"."held_change" = 0 end),
	CONSTRAINT "lesson_ledger_invitation" CHECK ("lesson_ledger"."kind" not in ('HOLD', 'VOID', 'CONSUME') or ("lesson_ledger"."invitation_id" is not null and "lesson_ledger"."seat_user_id" is not null and "lesson_ledger"."round" is not null))
);
--> statement-breakpoint
CREATE TABLE "used_records" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"invitation_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"contract_id" bigint NOT NULL,
	"coach_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"used_sessions" numeric(7, 1) NOT NULL,
	"attendance" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "used_records_once" UNIQUE("invitation_id","user_id"),
	CONSTRAINT "used_records_sessions" CHECK ("used_records"."used_sessions" > 0)
);
--> statement-breakpoint
CREATE TABLE "adverts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"title" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"image" text,
	"target" text,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"begins_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "adverts_place" CHECK ("adverts"."place" in ('top', 'home')),
	CONSTRAINT "adverts_schedule" CHECK ("adverts"."begins_at" < "adverts"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"receiver_id" bigint NOT NULL,
	"sender_id" bigint,
	"category" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"object_kind" text,
	"object_id" bigint,
	"approve_status" smallint,
	"read_status" smallint DEFAULT 0 NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_category" CHECK ("messages"."category" in ('invitation', 'systemNotice', 'classNotice')),
	CONSTRAINT "messages_read_status" CHECK ("messages"."read_status" in (0, 1)),
	CONSTRAINT "messages_approve_status" CHECK ("messages"."approve_status" in (0, 1, 2)),
	CONSTRAINT "messages_verdict_is_read" CHECK ("messages"."approve_status" is null or "messages"."approve_status" = 0 or "messages"."read_status" = 1)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"message_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_type" smallint DEFAULT 0 NOT NULL,
	"nickname" text NOT NULL,
	"avatar" text,
	"phone" text,
	"open_id" text,
	"union_id" text,
	"wechat_id" text,
	"wechat_id_open" boolean DEFAULT false NOT NULL,
	"gender" smallint DEFAULT 1 NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"handedness" smallint DEFAULT 0 NOT NULL,
	"backhand_style" text DEFAULT 'double' NOT NULL,
	"level" numeric(2, 1) DEFAULT 3 NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"verified" smallint DEFAULT 0 NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"nice_photos" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_user_type" CHECK ("users"."user_type" in (0, 1, 2)),
	CONSTRAINT "users_gender" CHECK ("users"."gender" in (0, 1)),
	CONSTRAINT "users_handedness" CHECK ("users"."handedness" in (0, 1)),
	CONSTRAINT "users_backhand" CHECK ("users"."backhand_style" in ('single', 'double')),
	CONSTRAINT "users_level" CHECK ("users"."level" between 1.0 and 7.0 and "users"."level" * 2 = trunc("users"."level" * 2)),
	CONSTRAINT "users_likes_count" CHECK ("users"."likes_count" >= 0),
	CONSTRAINT "users_not_the_guest" CHECK ("users"."id" <> 123456)
);
--> statement-breakpoint
CREATE TABLE "like_records" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source_user_id" bigint NOT NULL,
	"target_user_id" bigint NOT NULL,
	"record_type" text NOT NULL,
	"related_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "like_records_once" UNIQUE("source_user_id","target_user_id","record_type","related_id"),
	CONSTRAINT "like_records_two_people" CHECK ("like_records"."source_user_id" <> "like_records"."target_user_id"),
	CONSTRAINT "like_records_type" CHECK ("like_records"."record_type" in ('COURSE_INVITATION'))
);
--> statement-breakpoint
CREATE TABLE "student_relations" (
	"coach_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "student_relations_coach_id_player_id_pk" PRIMARY KEY("coach_id","player_id"),
	CONSTRAINT "student_relations_two_people" CHECK ("student_relations"."coach_id" <> "student_relations"."player_id")
);
--> statement-breakpoint
CREATE TABLE "coach_locks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"coach_id" bigint NOT NULL,
	"day" date NOT NULL,
	"begin_time_slot" smallint NOT NULL,
	"end_time_slot" smallint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coach_locks_span" CHECK (0 <= "coach_locks"."begin_time_slot" and "coach_locks"."begin_time_slot" < "coach_locks"."end_time_slot" and "coach_locks"."end_time_slot" <= 48)
);
--> statement-breakpoint
CREATE TABLE "lock_yields" (
	"lock_id" bigint NOT NULL,
	"half_hour" smallint NOT NULL,
	"invitation_id" bigint NOT NULL,
	CONSTRAINT "lock_yields_lock_id_half_hour_pk" PRIMARY KEY("lock_id","half_hour")
);
--> statement-breakpoint
CREATE TABLE "slot_claims" (
	"kind" smallint NOT NULL,
	"resource_id" bigint NOT NULL,
	"day" date NOT NULL,
	"half_hour" smallint NOT NULL,
	"holder_kind" smallint NOT NULL,
	"holder_id" bigint NOT NULL,
	CONSTRAINT "slot_claims_pkey" PRIMARY KEY("kind","resource_id","day","half_hour"),
	CONSTRAINT "slot_claims_kind" CHECK ("slot_claims"."kind" in (1, 2, 3)),
	CONSTRAINT "slot_claims_holder_kind" CHECK ("slot_claims"."holder_kind" in (1, 2, 3)),
	CONSTRAINT "slot_claims_half_hour" CHECK ("slot_claims"."half_hour" between 0 and 47)
);
--> statement-breakpoint
CREATE TABLE "venue_locks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"venue_id" bigint NOT NULL,
	"court_id" bigint NOT NULL,
	"day" date NOT NULL,
	"begin_time_slot" smallint NOT NULL,
	"end_time_slot" smallint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "venue_locks_span" CHECK (0 <= "venue_locks"."begin_time_slot" and "venue_locks"."begin_time_slot" < "venue_locks"."end_time_slot" and "venue_locks"."end_time_slot" <= 48)
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"avatar" text,
	"city" text NOT NULL,
	"district" text NOT NULL,
	"address" text NOT NULL,
	"phone" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"introduction" text DEFAULT '' NOT NULL,
	"rating" numeric(2, 1) NOT NULL,
	"turnaround_hours" integer NOT NULL,
	"open_from" smallint NOT NULL,
	"open_to" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchants_rating" CHECK ("merchants"."rating" between 0 and 5),
	CONSTRAINT "merchants_opening" CHECK (0 <= "merchants"."open_from" and "merchants"."open_from" < "merchants"."open_to" and "merchants"."open_to" <= 48)
);
--> statement-breakpoint
CREATE TABLE "stringing_services" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"merchant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"sport" text NOT NULL,
	"price_fen" bigint NOT NULL,
	CONSTRAINT "stringing_services_price" CHECK ("stringing_services"."price_fen" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "coach_venues" (
	"coach_id" bigint NOT NULL,
	"venue_id" bigint NOT NULL,
	"is_manager" boolean DEFAULT false NOT NULL,
	"approve_status" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coach_venues_coach_id_venue_id_pk" PRIMARY KEY("coach_id","venue_id"),
	CONSTRAINT "coach_venues_approve_status" CHECK ("coach_venues"."approve_status" in (0, 1, 2))
);
--> statement-breakpoint
CREATE TABLE "courts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"venue_id" bigint NOT NULL,
	"court_index" smallint NOT NULL,
	"court_code" text NOT NULL,
	"name" text NOT NULL,
	"surface" text DEFAULT '' NOT NULL,
	CONSTRAINT "courts_code" UNIQUE("venue_id","court_code"),
	CONSTRAINT "courts_index" UNIQUE("venue_id","court_index"),
	CONSTRAINT "courts_court_index" CHECK ("courts"."court_index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "venues" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"district" text NOT NULL,
	"phone" text,
	"avatar" text,
	"latitude" double precision,
	"longitude" double precision,
	"court_codes" text,
	"court_count" integer NOT NULL,
	"first_start" smallint DEFAULT 12 NOT NULL,
	"last_start" smallint DEFAULT 44 NOT NULL,
	"approve_status" smallint DEFAULT 0 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "venues_court_count" CHECK ("venues"."court_count" between 1 and 60),
	CONSTRAINT "venues_opening" CHECK (0 <= "venues"."first_start" and "venues"."first_start" <= "venues"."last_start" and "venues"."last_start" <= 47),
	CONSTRAINT "venues_approve_status" CHECK ("venues"."approve_status" in (0, 1, 2))
);
--> statement-breakpoint
CREATE TABLE "change_versions" (
	"topic" text PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD CONSTRAINT "login_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_login_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."login_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_initiator_id_users_id_fk" FOREIGN KEY ("initiator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_stadium_id_venues_id_fk" FOREIGN KEY ("stadium_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_court_id_courts_id_fk" FOREIGN KEY ("court_id") REFERENCES "public"."courts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_events" ADD CONSTRAINT "invitation_events_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_events" ADD CONSTRAINT "invitation_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_initiator_id_users_id_fk" FOREIGN KEY ("initiator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_course_design_id_courses_id_fk" FOREIGN KEY ("course_design_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_stadium_id_venues_id_fk" FOREIGN KEY ("stadium_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_court_id_courts_id_fk" FOREIGN KEY ("court_id") REFERENCES "public"."courts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_cancelled_by_users_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seats" ADD CONSTRAINT "seats_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_courses" ADD CONSTRAINT "coach_courses_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_courses" ADD CONSTRAINT "coach_courses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_ledger" ADD CONSTRAINT "lesson_ledger_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_ledger" ADD CONSTRAINT "lesson_ledger_seat_user_id_users_id_fk" FOREIGN KEY ("seat_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_ledger" ADD CONSTRAINT "lesson_ledger_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_ledger" ADD CONSTRAINT "lesson_ledger_chain" FOREIGN KEY ("contract_id","prev_seq","prev_remaining","prev_held") REFERENCES "public"."lesson_ledger"("contract_id","seq","remaining_after","held_after") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_records" ADD CONSTRAINT "used_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_records" ADD CONSTRAINT "used_records_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_records" ADD CONSTRAINT "used_records_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_records" ADD CONSTRAINT "used_records_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_receiver_id_users_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "like_records" ADD CONSTRAINT "like_records_source_user_id_users_id_fk" FOREIGN KEY ("source_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "like_records" ADD CONSTRAINT "like_records_target_user_id_users_id_fk" FOREIGN KEY ("target_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_relations" ADD CONSTRAINT "student_relations_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_relations" ADD CONSTRAINT "student_relations_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_locks" ADD CONSTRAINT "coach_locks_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lock_yields" ADD CONSTRAINT "lock_yields_lock_id_coach_locks_id_fk" FOREIGN KEY ("lock_id") REFERENCES "public"."coach_locks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venue_locks" ADD CONSTRAINT "venue_locks_venue_id_venues_id_fk" FOREIGN KEY ("venue_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venue_locks" ADD CONSTRAINT "venue_locks_court_id_courts_id_fk" FOREIGN KEY ("court_id") REFERENCES "public"."courts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_services" ADD CONSTRAINT "stringing_services_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_venues" ADD CONSTRAINT "coach_venues_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_venues" ADD CONSTRAINT "coach_venues_venue_id_venues_id_fk" FOREIGN KEY ("venue_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courts" ADD CONSTRAINT "courts_venue_id_venues_id_fk" FOREIGN KEY ("venue_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venues" ADD CONSTRAINT "venues_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_sessions_of_user" ON "login_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_tokens_one_unused" ON "refresh_tokens" USING btree ("session_id") WHERE "refresh_tokens"."used_at" is null;--> statement-breakpoint
CREATE INDEX "ball_games_by_day" ON "ball_games" USING btree ("activity_date","begin_time_slot");--> statement-breakpoint
CREATE INDEX "ball_participants_of_user" ON "ball_participants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_of_initiator" ON "invitations" USING btree ("initiator_id","response_time");--> statement-breakpoint
CREATE INDEX "invitations_of_coach" ON "invitations" USING btree ("coach_id","course_date");--> statement-breakpoint
CREATE INDEX "invitations_of_venue" ON "invitations" USING btree ("stadium_id","course_date");--> statement-breakpoint
CREATE INDEX "invitations_waiting" ON "invitations" USING btree ("expires_at") WHERE "invitations"."invitation_status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "seats_of_user" ON "seats" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "seats_of_contract" ON "seats" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "coach_courses_of_course" ON "coach_courses" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "company_members_of_user" ON "company_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "courses_of_company" ON "courses" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "contracts_of_user" ON "contracts" USING btree ("user_id","course_id","expiry_date");--> statement-breakpoint
CREATE INDEX "contracts_of_company" ON "contracts" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "used_records_of_user" ON "used_records" USING btree ("user_id","company_id","created_at");--> statement-breakpoint
CREATE INDEX "used_records_of_coach" ON "used_records" USING btree ("coach_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_of_receiver" ON "messages" USING btree ("receiver_id","id") WHERE "messages"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_once" ON "outbox" USING btree ("message_id","channel");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("created_at") WHERE "outbox"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE UNIQUE INDEX "users_open_id" ON "users" USING btree ("open_id");--> statement-breakpoint
CREATE INDEX "like_records_of_object" ON "like_records" USING btree ("record_type","related_id");--> statement-breakpoint
CREATE INDEX "like_records_of_target" ON "like_records" USING btree ("target_user_id");--> statement-breakpoint
CREATE INDEX "student_relations_of_player" ON "student_relations" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "coach_locks_of_day" ON "coach_locks" USING btree ("coach_id","day");--> statement-breakpoint
CREATE INDEX "lock_yields_of_invitation" ON "lock_yields" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "slot_claims_of_holder" ON "slot_claims" USING btree ("holder_kind","holder_id");--> statement-breakpoint
CREATE INDEX "venue_locks_of_day" ON "venue_locks" USING btree ("venue_id","day");--> statement-breakpoint
CREATE INDEX "stringing_services_of_merchant" ON "stringing_services" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "coach_venues_of_venue" ON "coach_venues" USING btree ("venue_id");--> statement-breakpoint
CREATE INDEX "venues_by_city" ON "venues" USING btree ("city","approve_status");