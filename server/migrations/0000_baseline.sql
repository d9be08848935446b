-- Written by hand, as is all at the end: the time of new rows. A rehearsal moves it ahead by the setting that its connections carry.
CREATE FUNCTION "product_now"() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT now() + coalesce(current_setting('paidang.clock_ahead', true), '0')::interval
$$;
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"region_code" text NOT NULL,
	"detail" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "addresses_region" CHECK ("addresses"."region_code" ~ '^[0-9]{6}$')
);
--> statement-breakpoint
CREATE TABLE "analytics_sessions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"login_session_id" bigint NOT NULL,
	"ticket_hash" text NOT NULL,
	"ticket_expires_at" timestamp with time zone NOT NULL,
	"entered_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "analytics_sessions_ticket" UNIQUE("ticket_hash"),
	CONSTRAINT "analytics_sessions_entered" CHECK ("analytics_sessions"."entered_at" <= "analytics_sessions"."ticket_expires_at")
);
--> statement-breakpoint
CREATE TABLE "staff_audit_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"action" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"summary" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "staff_audit_events_action" CHECK ("staff_audit_events"."action" ~ '^[a-z-]+\.[a-z-]+$'),
	CONSTRAINT "staff_audit_events_summary" CHECK ("staff_audit_events"."summary" <> '')
);
--> statement-breakpoint
CREATE TABLE "agreement_consents" (
	"user_id" bigint NOT NULL,
	"version" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "agreement_consents_pkey" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"one_time_until" timestamp with time zone,
	"one_time_used_at" timestamp with time zone,
	CONSTRAINT "credentials_username_unique" UNIQUE("username"),
	CONSTRAINT "credentials_one_time" CHECK ("credentials"."one_time_used_at" is null or "credentials"."one_time_until" is not null),
	CONSTRAINT "credentials_username" CHECK ("credentials"."username" !~ '^[0-9]+$'),
	CONSTRAINT "credentials_small_letters" CHECK ("credentials"."username" = lower("credentials"."username"))
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"username" text PRIMARY KEY NOT NULL,
	"name" text,
	"failures" integer NOT NULL,
	"pauses" integer DEFAULT 0 NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_failures_counts" CHECK ("login_failures"."failures" > 0 and "login_failures"."pauses" >= 0)
);
--> statement-breakpoint
CREATE TABLE "login_sessions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"platform" text DEFAULT 'web' NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_because" text,
	CONSTRAINT "login_sessions_platform" CHECK ("login_sessions"."platform" in ('web', 'weapp'))
);
--> statement-breakpoint
CREATE TABLE "password_requests" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"account" text NOT NULL,
	"contact" text NOT NULL,
	"proof" text NOT NULL,
	"times_asked" integer DEFAULT 1 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "password_requests_state" CHECK ("password_requests"."state" in ('WAITING', 'GIVEN', 'REFUSED', 'EXPIRED', 'WITHDRAWN')),
	CONSTRAINT "password_requests_ended_at" CHECK (("password_requests"."state" = 'WAITING') = ("password_requests"."ended_at" is null)),
	CONSTRAINT "password_requests_reason" CHECK (("password_requests"."state" = 'REFUSED') = ("password_requests"."reason" <> '')),
	CONSTRAINT "password_requests_wiped" CHECK (("password_requests"."state" in ('EXPIRED', 'WITHDRAWN')) = ("password_requests"."contact" = '') and ("password_requests"."contact" = '') = ("password_requests"."proof" = '')),
	CONSTRAINT "password_requests_times" CHECK ("password_requests"."times_asked" > 0)
);
--> statement-breakpoint
CREATE TABLE "phone_conflicts" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "registration_counts" (
	"address" text PRIMARY KEY NOT NULL,
	"registrations" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_factors" (
	"staff_id" bigint PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "staff_factors_step" CHECK ("staff_factors"."last_step" >= 0)
);
--> statement-breakpoint
CREATE TABLE "staff_recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user_suspensions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"staff_id" bigint NOT NULL,
	"until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" bigint,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "user_suspensions_reason" CHECK ("user_suspensions"."reason" <> ''),
	CONSTRAINT "user_suspensions_until" CHECK ("user_suspensions"."until" > "user_suspensions"."created_at"),
	CONSTRAINT "user_suspensions_ended" CHECK ("user_suspensions"."ended_at" is not null or "user_suspensions"."ended_by" is null)
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
	"gender_rule" text DEFAULT 'ANY' NOT NULL,
	"min_players" integer NOT NULL,
	"max_players" integer NOT NULL,
	"seats_taken" integer NOT NULL,
	"fee_mode" text DEFAULT 'AA' NOT NULL,
	"court_fee_fen" bigint DEFAULT 0 NOT NULL,
	"extras_fen" bigint DEFAULT 0 NOT NULL,
	"fee_fen" bigint NOT NULL,
	"is_public" boolean NOT NULL,
	"status" text NOT NULL,
	"closing_hours" smallint DEFAULT 4 NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text,
	"finished_at" timestamp with time zone,
	"share_version" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "ball_games_sport" CHECK ("ball_games"."sport" in ('tennis', 'badminton')),
	CONSTRAINT "ball_games_status" CHECK ("ball_games"."status" in ('UNPAID', 'OPEN', 'FULL', 'FINISHED', 'CANCELLED')),
	CONSTRAINT "ball_games_match_type" CHECK ("ball_games"."match_type" in (0, 1)),
	CONSTRAINT "ball_games_gender_rule" CHECK ("ball_games"."gender_rule" in ('ANY', 'MALE', 'FEMALE')),
	CONSTRAINT "ball_games_fee_mode" CHECK ("ball_games"."fee_mode" in ('AA', 'INITIATOR')),
	CONSTRAINT "ball_games_span" CHECK (0 <= "ball_games"."begin_time_slot" and "ball_games"."begin_time_slot" < "ball_games"."end_time_slot" and "ball_games"."end_time_slot" <= 48),
	CONSTRAINT "ball_games_levels" CHECK (1.0 <= "ball_games"."level_from" and "ball_games"."level_from" <= "ball_games"."level_to" and "ball_games"."level_to" <= 7.0),
	CONSTRAINT "ball_games_level_halves" CHECK ("ball_games"."level_from" * 2 = trunc("ball_games"."level_from" * 2) and "ball_games"."level_to" * 2 = trunc("ball_games"."level_to" * 2)),
	CONSTRAINT "ball_games_players" CHECK (2 <= "ball_games"."min_players" and "ball_games"."min_players" <= "ball_games"."max_players"),
	CONSTRAINT "ball_games_seats" CHECK (0 <= "ball_games"."seats_taken" and "ball_games"."seats_taken" <= "ball_games"."max_players"),
	CONSTRAINT "ball_games_full" CHECK (("ball_games"."status" = 'FULL') <= ("ball_games"."seats_taken" = "ball_games"."max_players") and ("ball_games"."status" = 'OPEN') <= ("ball_games"."seats_taken" < "ball_games"."max_players")),
	CONSTRAINT "ball_games_fee" CHECK ("ball_games"."fee_fen" between 0 and 9007199254740991),
	CONSTRAINT "ball_games_costs" CHECK ("ball_games"."court_fee_fen" between 0 and 9007199254740991 and "ball_games"."extras_fen" between 0 and 9007199254740991),
	CONSTRAINT "ball_games_court" CHECK ("ball_games"."court_id" is null or "ball_games"."stadium_id" is not null),
	CONSTRAINT "ball_games_cancelled" CHECK (("ball_games"."status" = 'CANCELLED') = ("ball_games"."cancelled_at" is not null) and ("ball_games"."status" = 'CANCELLED') = ("ball_games"."cancel_reason" is not null)),
	CONSTRAINT "ball_games_finished" CHECK (("ball_games"."status" = 'FINISHED') = ("ball_games"."finished_at" is not null)),
	CONSTRAINT "ball_games_cancel_reason" CHECK ("ball_games"."cancel_reason" in ('INITIATOR', 'TOO_FEW', 'UNPAID', 'VENUE', 'PLATFORM'))
);
--> statement-breakpoint
CREATE TABLE "ball_participants" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ball_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"state" text NOT NULL,
	"order_id" bigint,
	"held_until" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	"refilled_by" bigint,
	"share_fen" bigint,
	"no_show_at" timestamp with time zone,
	"no_show_answer" text,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "ball_participants_order" UNIQUE("order_id"),
	CONSTRAINT "ball_participants_refill" UNIQUE("refilled_by"),
	CONSTRAINT "ball_participants_state" CHECK ("ball_participants"."state" in ('OFFERED', 'HELD', 'CONFIRMED', 'LEFT', 'LEFT_LATE')),
	CONSTRAINT "ball_participants_held_until" CHECK (("ball_participants"."state" in ('OFFERED', 'HELD')) <= ("ball_participants"."held_until" is not null)),
	CONSTRAINT "ball_participants_confirmed" CHECK (("ball_participants"."state" in ('CONFIRMED', 'LEFT_LATE')) <= ("ball_participants"."confirmed_at" is not null)),
	CONSTRAINT "ball_participants_left" CHECK (("ball_participants"."state" in ('LEFT', 'LEFT_LATE')) = ("ball_participants"."left_at" is not null)),
	CONSTRAINT "ball_participants_changed" CHECK ("ball_participants"."changed_at" is null or "ball_participants"."state" in ('HELD', 'CONFIRMED')),
	CONSTRAINT "ball_participants_refilled" CHECK ("ball_participants"."refilled_by" is null or "ball_participants"."state" = 'LEFT_LATE'),
	CONSTRAINT "ball_participants_no_show" CHECK ("ball_participants"."no_show_at" is null or "ball_participants"."state" = 'CONFIRMED'),
	CONSTRAINT "ball_participants_answer" CHECK ("ball_participants"."no_show_answer" is null or "ball_participants"."no_show_at" is not null),
	CONSTRAINT "ball_participants_share" CHECK ("ball_participants"."share_fen" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "ball_proposals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ball_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"proposed_by" bigint NOT NULL,
	"out_user_id" bigint,
	"in_user_id" bigint NOT NULL,
	"out_agreed_at" timestamp with time zone,
	"in_agreed_at" timestamp with time zone,
	"order_id" bigint,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "ball_proposals_kind" CHECK ("ball_proposals"."kind" in ('HAND_OVER', 'SWAP')),
	CONSTRAINT "ball_proposals_state" CHECK ("ball_proposals"."state" in ('OPEN', 'DONE', 'REFUSED', 'EXPIRED', 'WITHDRAWN')),
	CONSTRAINT "ball_proposals_people" CHECK (("ball_proposals"."kind" = 'SWAP') = ("ball_proposals"."out_user_id" is not null) and "ball_proposals"."out_user_id" <> "ball_proposals"."in_user_id")
);
--> statement-breakpoint
CREATE TABLE "ball_requests" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ball_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"approve_status" smallint DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "ball_requests_approve_status" CHECK ("ball_requests"."approve_status" in (0, 1, 2)),
	CONSTRAINT "ball_requests_decided" CHECK (("ball_requests"."approve_status" = 0) = ("ball_requests"."decided_at" is null)),
	CONSTRAINT "ball_requests_withdrawn" CHECK ("ball_requests"."withdrawn_at" is null or "ball_requests"."approve_status" = 2)
);
--> statement-breakpoint
CREATE TABLE "ball_result_players" (
	"result_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"side" text NOT NULL,
	"rating_change" numeric(3, 2),
	CONSTRAINT "ball_result_players_pkey" PRIMARY KEY("result_id","user_id"),
	CONSTRAINT "ball_result_players_side" CHECK ("ball_result_players"."side" in ('A', 'B'))
);
--> statement-breakpoint
CREATE TABLE "ball_results" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ball_id" bigint NOT NULL,
	"recorded_by" bigint NOT NULL,
	"sets" text NOT NULL,
	"winner" text NOT NULL,
	"state" text NOT NULL,
	"answered_by" bigint,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "ball_results_state" CHECK ("ball_results"."state" in ('PROPOSED', 'AGREED', 'DISPUTED')),
	CONSTRAINT "ball_results_winner" CHECK ("ball_results"."winner" in ('A', 'B')),
	CONSTRAINT "ball_results_answered" CHECK (("ball_results"."state" = 'PROPOSED') = ("ball_results"."answered_by" is null)),
	CONSTRAINT "ball_results_answered_at" CHECK (("ball_results"."answered_by" is null) = ("ball_results"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "ball_waiters" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ball_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "ball_waiters_state" CHECK ("ball_waiters"."state" in ('WAITING', 'OFFERED', 'SEATED', 'EXPIRED', 'LEFT'))
);
--> statement-breakpoint
CREATE TABLE "blacklist_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"target_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "blacklist_entries_once" UNIQUE("owner_id","target_id"),
	CONSTRAINT "blacklist_entries_two_people" CHECK ("blacklist_entries"."owner_id" <> "blacklist_entries"."target_id")
);
--> statement-breakpoint
CREATE TABLE "business_cards" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"template_id" text NOT NULL,
	"name" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"avatar" text,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "business_cards_template" CHECK ("business_cards"."template_id" in ('purple', 'blue', 'orange', 'green', 'pink')),
	CONSTRAINT "business_cards_name" CHECK ("business_cards"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "calendar_feeds_version" CHECK ("calendar_feeds"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "card_adjustments" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"card_id" bigint,
	"is_new_card" boolean NOT NULL,
	"principal_change" bigint NOT NULL,
	"gift_change" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"requested_by" bigint NOT NULL,
	"decided_by" bigint,
	"ended_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "card_adjustments_state" CHECK ("card_adjustments"."state" in ('WAITING', 'DONE', 'REFUSED', 'WITHDRAWN')),
	CONSTRAINT "card_adjustments_two_people" CHECK ("card_adjustments"."decided_by" <> "card_adjustments"."requested_by"),
	CONSTRAINT "card_adjustments_decided" CHECK (("card_adjustments"."state" in ('DONE', 'REFUSED')) = ("card_adjustments"."decided_by" is not null)),
	CONSTRAINT "card_adjustments_ended" CHECK (("card_adjustments"."state" = 'WAITING') = ("card_adjustments"."ended_at" is null)),
	CONSTRAINT "card_adjustments_reason" CHECK ("card_adjustments"."reason" <> ''),
	CONSTRAINT "card_adjustments_card" CHECK (("card_adjustments"."card_id" is not null) = (not "card_adjustments"."is_new_card" or "card_adjustments"."state" = 'DONE')),
	CONSTRAINT "card_adjustments_change" CHECK (case when "card_adjustments"."is_new_card" then "card_adjustments"."principal_change" = 0 and "card_adjustments"."gift_change" between 0 and 500000
        else "card_adjustments"."principal_change" between -500000 and 500000 and "card_adjustments"."gift_change" between -500000 and 500000
          and ("card_adjustments"."principal_change", "card_adjustments"."gift_change") <> (0, 0) end)
);
--> statement-breakpoint
CREATE TABLE "card_ledger" (
	"card_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"kind" text NOT NULL,
	"principal_change" bigint NOT NULL,
	"gift_change" bigint NOT NULL,
	"principal_after" bigint NOT NULL,
	"gift_after" bigint NOT NULL,
	"prev_seq" integer GENERATED ALWAYS AS (case when seq > 1 then seq - 1 end) STORED,
	"prev_principal" bigint GENERATED ALWAYS AS (principal_after - principal_change) STORED,
	"prev_gift" bigint GENERATED ALWAYS AS (gift_after - gift_change) STORED,
	"order_id" bigint,
	"reference" text NOT NULL,
	"reason" text NOT NULL,
	"actor_id" bigint,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "card_ledger_pkey" PRIMARY KEY("card_id","seq"),
	CONSTRAINT "card_ledger_balance" UNIQUE("card_id","seq","principal_after","gift_after"),
	CONSTRAINT "card_ledger_once" UNIQUE("card_id","kind","reference"),
	CONSTRAINT "card_ledger_seq" CHECK ("card_ledger"."seq" > 0),
	CONSTRAINT "card_ledger_first" CHECK ("card_ledger"."seq" > 1 or ("card_ledger"."principal_after" = "card_ledger"."principal_change" and "card_ledger"."gift_after" = "card_ledger"."gift_change")),
	CONSTRAINT "card_ledger_kind" CHECK ("card_ledger"."kind" in ('TOP_UP', 'PAY', 'REFUND', 'WITHDRAW', 'ADJUST')),
	CONSTRAINT "card_ledger_effect" CHECK (case "card_ledger"."kind"
        when 'TOP_UP' then "card_ledger"."principal_change" > 0 and "card_ledger"."gift_change" >= 0
        when 'PAY' then "card_ledger"."principal_change" <= 0 and "card_ledger"."gift_change" <= 0 and "card_ledger"."principal_change" + "card_ledger"."gift_change" < 0
        when 'REFUND' then "card_ledger"."principal_change" >= 0 and "card_ledger"."gift_change" >= 0 and "card_ledger"."principal_change" + "card_ledger"."gift_change" > 0
        when 'WITHDRAW' then "card_ledger"."principal_change" < 0 and "card_ledger"."gift_change" <= 0
        else true end),
	CONSTRAINT "card_ledger_order" CHECK ("card_ledger"."kind" = 'ADJUST' or "card_ledger"."order_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "stored_cards" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"card_no" text NOT NULL,
	"name" text NOT NULL,
	"principal_fen" bigint NOT NULL,
	"gift_fen" bigint NOT NULL,
	"seq" integer NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "stored_cards_no" UNIQUE("card_no"),
	CONSTRAINT "stored_cards_principal" CHECK ("stored_cards"."principal_fen" between 0 and 9007199254740991),
	CONSTRAINT "stored_cards_gift" CHECK ("stored_cards"."gift_fen" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "class_objections" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"invitation_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"words" text NOT NULL,
	"state" text NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_by" bigint,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "class_objections_once" UNIQUE("invitation_id","user_id"),
	CONSTRAINT "class_objections_state" CHECK ("class_objections"."state" in ('OPEN', 'REFUNDED', 'UPHELD')),
	CONSTRAINT "class_objections_answered" CHECK (("class_objections"."state" = 'OPEN') = ("class_objections"."answered_at" is null) and ("class_objections"."answered_by" is null or "class_objections"."answered_at" is not null)),
	CONSTRAINT "class_objections_words" CHECK ("class_objections"."words" <> '')
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
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "invitation_events_pkey" PRIMARY KEY("invitation_id","seq"),
	CONSTRAINT "invitation_events_action" CHECK ("invitation_events"."action" in ('create', 'edit', 'join', 'decline', 'contract', 'confirm', 'sign', 'finish', 'cancel', 'change-coach', 'expire', 'object', 'answer-objection')),
	CONSTRAINT "invitation_events_statuses" CHECK (coalesce("invitation_events"."from_status", 'PENDING') in ('PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'EXPIRED')
        and "invitation_events"."to_status" in ('PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'EXPIRED'))
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
	"remind_at" timestamp with time zone,
	"response_time" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"signed_at" timestamp with time zone,
	"finish_asked_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"share_version" integer DEFAULT 0 NOT NULL,
	"cancelled_by" bigint,
	"cancel_reason" text,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "invitations_span" CHECK (0 <= "invitations"."begin_time_slot" and "invitations"."begin_time_slot" < "invitations"."end_time_slot" and "invitations"."end_time_slot" <= 48 and "invitations"."end_time_slot" - "invitations"."begin_time_slot" <= 6),
	CONSTRAINT "invitations_status" CHECK ("invitations"."invitation_status" in ('PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'EXPIRED')),
	CONSTRAINT "invitations_need_contract" CHECK (not "invitations"."need_contract" or "invitations"."invitation_status" in ('PENDING', 'CANCELLED', 'EXPIRED')),
	CONSTRAINT "invitations_seats" CHECK (0 <= "invitations"."seats_taken" and "invitations"."seats_taken" <= "invitations"."participants_count" and "invitations"."participants_count" <= "invitations"."max_participants"),
	CONSTRAINT "invitations_consumed" CHECK ("invitations"."consumed_sessions" = ceil(("invitations"."end_time_slot" - "invitations"."begin_time_slot") * 60.0 / "invitations"."session_duration") / 2),
	CONSTRAINT "invitations_cancelled" CHECK (("invitations"."invitation_status" = 'CANCELLED') = ("invitations"."cancelled_at" is not null and "invitations"."cancel_reason" is not null)
        and ("invitations"."invitation_status" = 'CANCELLED' or "invitations"."cancelled_by" is null)),
	CONSTRAINT "invitations_completed" CHECK (("invitations"."invitation_status" = 'COMPLETED') = ("invitations"."completed_at" is not null)),
	CONSTRAINT "invitations_initiator_role" CHECK ("invitations"."initiator_role" in ('player', 'coach')),
	CONSTRAINT "invitations_price" CHECK ("invitations"."course_design_price" between 0 and 9007199254740991),
	CONSTRAINT "invitations_initiator" CHECK (case when "invitations"."initiator_role" = 'player' then "invitations"."initiator_id" <> "invitations"."coach_id"
        else "invitations"."initiator_id" = "invitations"."coach_id" or "invitations"."invitation_status" not in ('CONFIRMED', 'COMPLETED') end)
);
--> statement-breakpoint
CREATE TABLE "seats" (
	"invitation_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"state" text NOT NULL,
	"contract_id" bigint,
	"held_sessions" numeric(7, 1) NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"attendance" text,
	"late_cancelled_at" timestamp with time zone,
	"late_returned_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "seats_pkey" PRIMARY KEY("invitation_id","user_id"),
	CONSTRAINT "seats_held" CHECK ("seats"."held_sessions" >= 0 and ("seats"."held_sessions" = 0 or "seats"."contract_id" is not null)),
	CONSTRAINT "seats_state" CHECK ("seats"."state" in ('INVITED', 'JOINED', 'DECLINED', 'LEFT')),
	CONSTRAINT "seats_late_returned" CHECK ("seats"."late_returned_at" is null or "seats"."late_returned_at" >= "seats"."late_cancelled_at"),
	CONSTRAINT "seats_changed" CHECK ("seats"."changed_at" is null or "seats"."state" = 'JOINED'),
	CONSTRAINT "seats_attendance" CHECK ("seats"."attendance" in ('present', 'late', 'absent', 'leave'))
);
--> statement-breakpoint
CREATE TABLE "usual_pins" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"coach_id" bigint NOT NULL,
	"stadium_id" bigint NOT NULL,
	"course_design_id" bigint NOT NULL,
	"court_id" bigint NOT NULL,
	"weekday" smallint NOT NULL,
	"begin_time_slot" smallint NOT NULL,
	"end_time_slot" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "usual_pins_once" UNIQUE("user_id","coach_id","stadium_id","course_design_id","weekday","begin_time_slot","end_time_slot"),
	CONSTRAINT "usual_pins_weekday" CHECK ("usual_pins"."weekday" between 0 and 6),
	CONSTRAINT "usual_pins_span" CHECK (0 <= "usual_pins"."begin_time_slot" and "usual_pins"."begin_time_slot" < "usual_pins"."end_time_slot" and "usual_pins"."end_time_slot" <= 48 and "usual_pins"."end_time_slot" - "usual_pins"."begin_time_slot" <= 6)
);
--> statement-breakpoint
CREATE TABLE "coach_courses" (
	"coach_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	CONSTRAINT "coach_courses_coach_id_course_id_pk" PRIMARY KEY("coach_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "common_courses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"course_name" text NOT NULL,
	"course_description" text NOT NULL,
	"price_per_session" bigint NOT NULL,
	"session_duration" integer NOT NULL,
	"max_participants" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "common_courses_name" UNIQUE("course_name"),
	CONSTRAINT "common_courses_price" CHECK ("common_courses"."price_per_session" between 0 and 9007199254740991),
	CONSTRAINT "common_courses_duration" CHECK ("common_courses"."session_duration" between 30 and 180),
	CONSTRAINT "common_courses_max_participants" CHECK ("common_courses"."max_participants" between 1 and 20)
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
	"first_start" smallint DEFAULT 12 NOT NULL,
	"last_start" smallint DEFAULT 44 NOT NULL,
	"closed_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "companies_free_cancel_hours" CHECK ("companies"."free_cancel_hours" between 0 and 336),
	CONSTRAINT "companies_forgiven" CHECK ("companies"."forgiven_late_cancels" between 0 and 10),
	CONSTRAINT "companies_opening" CHECK (0 <= "companies"."first_start" and "companies"."first_start" <= "companies"."last_start" and "companies"."last_start" <= 47)
);
--> statement-breakpoint
CREATE TABLE "company_members" (
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
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
	"common_course_id" bigint,
	"del_flag" boolean DEFAULT false NOT NULL,
	"created_by" bigint,
	"updated_at" timestamp with time zone,
	"updated_by" bigint,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "courses_price" CHECK ("courses"."price_per_session" between 0 and 9007199254740991),
	CONSTRAINT "courses_duration" CHECK ("courses"."session_duration" between 30 and 180),
	CONSTRAINT "courses_max_participants" CHECK ("courses"."max_participants" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "retired_policies" (
	"company_id" bigint NOT NULL,
	"retired_at" timestamp with time zone NOT NULL,
	"free_cancel_hours" integer NOT NULL,
	"forgiven_late_cancels" integer NOT NULL,
	"retired_by" bigint NOT NULL,
	CONSTRAINT "retired_policies_pkey" PRIMARY KEY("company_id","retired_at")
);
--> statement-breakpoint
CREATE TABLE "content_submissions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"field" text NOT NULL,
	"author_id" bigint NOT NULL,
	"value" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"trace_id" text,
	"reason" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "content_submissions_kind" CHECK ("content_submissions"."kind" in ('user', 'card', 'ball', 'class', 'course', 'hours', 'level', 'review', 'report')),
	CONSTRAINT "content_submissions_state" CHECK ("content_submissions"."state" in ('WAITING', 'APPROVED', 'REJECTED')),
	CONSTRAINT "content_submissions_decided_at" CHECK (("content_submissions"."state" = 'WAITING') = ("content_submissions"."decided_at" is null)),
	CONSTRAINT "content_submissions_reason" CHECK (("content_submissions"."state" = 'REJECTED') = ("content_submissions"."reason" <> '')),
	CONSTRAINT "content_submissions_own" CHECK ("content_submissions"."kind" not in ('user', 'card', 'hours') or "content_submissions"."object_id" = "content_submissions"."author_id"),
	CONSTRAINT "content_submissions_value" CHECK ("content_submissions"."value" <> '')
);
--> statement-breakpoint
CREATE TABLE "contract_photos" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"contract_attachment" text NOT NULL,
	"uploaded_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "contract_photos_once" UNIQUE("contract_attachment")
);
--> statement-breakpoint
CREATE TABLE "contract_warnings" (
	"contract_id" bigint NOT NULL,
	"expiry_date" date NOT NULL,
	"days_before" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "contract_warnings_pkey" PRIMARY KEY("contract_id","expiry_date","days_before"),
	CONSTRAINT "contract_warnings_days" CHECK ("contract_warnings"."days_before" in (14, 7, 1))
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
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
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
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "lesson_ledger_pkey" PRIMARY KEY("contract_id","seq"),
	CONSTRAINT "lesson_ledger_balance" UNIQUE("contract_id","seq","remaining_after","held_after"),
	CONSTRAINT "lesson_ledger_once" UNIQUE("invitation_id","seat_user_id","round","kind"),
	CONSTRAINT "lesson_ledger_unit_price" CHECK ("lesson_ledger"."unit_price" between 0 and 9007199254740991),
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
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "used_records_once" UNIQUE("invitation_id","user_id"),
	CONSTRAINT "used_records_attendance" CHECK ("used_records"."attendance" in ('present', 'late', 'absent')),
	CONSTRAINT "used_records_sessions" CHECK ("used_records"."used_sessions" > 0)
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"relative_path" text NOT NULL,
	"owner_id" bigint,
	"staff_id" bigint,
	"size_bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	"approved_at" timestamp with time zone,
	"discarded_at" timestamp with time zone,
	CONSTRAINT "files_path" UNIQUE("relative_path"),
	CONSTRAINT "files_folder" CHECK ("files"."relative_path" ~ '^(public|private)/'),
	CONSTRAINT "files_uploader" CHECK (num_nonnulls("files"."owner_id", "files"."staff_id") = 1),
	CONSTRAINT "files_size" CHECK ("files"."size_bytes" > 0 and "files"."width" > 0 and "files"."height" > 0)
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
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "adverts_place" CHECK ("adverts"."place" in ('top', 'home')),
	CONSTRAINT "adverts_schedule" CHECK ("adverts"."begins_at" < "adverts"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_type" smallint DEFAULT 0 NOT NULL,
	"nickname" text NOT NULL,
	"avatar" text,
	"phone" text,
	"phone_verified" boolean DEFAULT false NOT NULL,
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
	"rating" numeric(3, 2) DEFAULT 3 NOT NULL,
	"registered_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "users_user_type" CHECK ("users"."user_type" in (0, 1, 2)),
	CONSTRAINT "users_gender" CHECK ("users"."gender" in (0, 1)),
	CONSTRAINT "users_handedness" CHECK ("users"."handedness" in (0, 1)),
	CONSTRAINT "users_backhand" CHECK ("users"."backhand_style" in ('single', 'double')),
	CONSTRAINT "users_level" CHECK ("users"."level" between 1.0 and 7.0 and "users"."level" * 2 = trunc("users"."level" * 2)),
	CONSTRAINT "users_likes_count" CHECK ("users"."likes_count" >= 0),
	CONSTRAINT "users_not_the_guest" CHECK ("users"."id" <> 123456),
	CONSTRAINT "users_rating" CHECK ("users"."rating" between 1.00 and 7.00),
	CONSTRAINT "users_phone_verified" CHECK (not "users"."phone_verified" or "users"."phone" is not null),
	CONSTRAINT "users_closed" CHECK ("users"."closed_at" is null or num_nonnulls("users"."phone", "users"."open_id", "users"."union_id", "users"."wechat_id", "users"."avatar") = 0)
);
--> statement-breakpoint
CREATE TABLE "message_settings" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	CONSTRAINT "message_settings_span" CHECK (num_nonnulls("message_settings"."quiet_from", "message_settings"."quiet_to") in (0, 2)),
	CONSTRAINT "message_settings_half_hours" CHECK ("message_settings"."quiet_from" between 0 and 47 and "message_settings"."quiet_to" between 0 and 47 and "message_settings"."quiet_from" <> "message_settings"."quiet_to")
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
	"object_revision" integer,
	"approve_status" smallint,
	"read_status" smallint DEFAULT 0 NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "messages_category" CHECK ("messages"."category" in ('invitation', 'systemNotice', 'classNotice')),
	CONSTRAINT "messages_read_status" CHECK ("messages"."read_status" in (0, 1)),
	CONSTRAINT "messages_approve_status" CHECK ("messages"."approve_status" in (0, 1, 2)),
	CONSTRAINT "messages_asking_is_kept" CHECK ("messages"."approve_status" is distinct from 0 or "messages"."deleted_at" is null),
	CONSTRAINT "messages_verdict_is_read" CHECK ("messages"."approve_status" is null or "messages"."approve_status" = 0 or "messages"."read_status" = 1)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"message_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	"claimed_until" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	"last_error" text,
	"may_be_sent" boolean DEFAULT false NOT NULL,
	"dismissed_at" timestamp with time zone,
	CONSTRAINT "outbox_channel" CHECK ("outbox"."channel" in ('wechat')),
	CONSTRAINT "outbox_ends_once" CHECK ("outbox"."sent_at" is null or "outbox"."given_up_at" is null),
	CONSTRAINT "outbox_given_up" CHECK ("outbox"."given_up_at" is null or "outbox"."last_error" is not null),
	CONSTRAINT "outbox_may_be_sent" CHECK (not "outbox"."may_be_sent" or "outbox"."given_up_at" is not null),
	CONSTRAINT "outbox_dismissed" CHECK ("outbox"."dismissed_at" is null or "outbox"."given_up_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"object_kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"hours_before" smallint NOT NULL,
	"begins_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "reminders_pkey" PRIMARY KEY("object_kind","object_id","user_id","hours_before","begins_at"),
	CONSTRAINT "reminders_object_kind" CHECK ("reminders"."object_kind" in ('invitation', 'ball')),
	CONSTRAINT "reminders_hours" CHECK ("reminders"."hours_before" in (24, 2))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" bigint NOT NULL,
	"template" text NOT NULL,
	"quota" integer NOT NULL,
	CONSTRAINT "subscriptions_pkey" PRIMARY KEY("user_id","template"),
	CONSTRAINT "subscriptions_quota" CHECK ("subscriptions"."quota" >= 0)
);
--> statement-breakpoint
CREATE TABLE "client_errors" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"fingerprint" text NOT NULL,
	"app" text NOT NULL,
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"stack" text NOT NULL,
	"page" text NOT NULL,
	"version" text NOT NULL,
	"client" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "client_errors_times" CHECK ("client_errors"."times" > 0)
);
--> statement-breakpoint
CREATE TABLE "invariant_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"requested_by" bigint,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	"begun_at" timestamp with time zone,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"total" integer NOT NULL,
	"checked" integer DEFAULT 0 NOT NULL,
	"broken" integer DEFAULT 0 NOT NULL,
	"warnings" integer DEFAULT 0 NOT NULL,
	"unchecked" integer DEFAULT 0 NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	CONSTRAINT "invariant_runs_checked" CHECK ("invariant_runs"."checked" between 0 and "invariant_runs"."total"),
	CONSTRAINT "invariant_runs_found" CHECK ("invariant_runs"."broken" + "invariant_runs"."warnings" + "invariant_runs"."unchecked" <= "invariant_runs"."checked"),
	CONSTRAINT "invariant_runs_whole" CHECK ("invariant_runs"."ended_at" is null or "invariant_runs"."error" is not null or "invariant_runs"."checked" = "invariant_runs"."total")
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"label" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_fen" bigint NOT NULL,
	"amount_fen" bigint GENERATED ALWAYS AS (quantity * unit_fen) STORED,
	CONSTRAINT "order_lines_pkey" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" > 0),
	CONSTRAINT "order_lines_unit" CHECK ("order_lines"."unit_fen" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"title" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" text DEFAULT 'UNPAID' NOT NULL,
	"method" text,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "orders_kind" CHECK ("orders"."kind" in ('BALL_PUBLISH', 'BALL_SEAT', 'BALL_SWAP', 'CARD_TOP_UP', 'STRINGING', 'SHOP')),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('UNPAID', 'PAID', 'CLOSED')),
	CONSTRAINT "orders_method" CHECK ("orders"."method" in ('CARD', 'WECHAT', 'IN_SHOP')),
	CONSTRAINT "orders_amount" CHECK ("orders"."amount_fen" between 1 and 9007199254740991),
	CONSTRAINT "orders_paid" CHECK (("orders"."state" = 'PAID') = ("orders"."paid_at" is not null) and ("orders"."state" = 'PAID') = ("orders"."method" is not null)),
	CONSTRAINT "orders_in_shop" CHECK ("orders"."method" <> 'IN_SHOP' or "orders"."kind" = 'STRINGING'),
	CONSTRAINT "orders_closed" CHECK (("orders"."state" = 'CLOSED') = ("orders"."closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"out_trade_no" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "payment_events_pkey" PRIMARY KEY("provider","event_id"),
	CONSTRAINT "payment_events_provider" CHECK ("payment_events"."provider" in ('CARD', 'WECHAT', 'SIMULATOR'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"out_trade_no" text NOT NULL,
	"transaction_id" text,
	"card_id" bigint,
	"channel" text,
	"amount_fen" bigint NOT NULL,
	"received_fen" bigint,
	"state" text NOT NULL,
	"prepay" jsonb,
	"next_poll_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "payments_trade_no" UNIQUE("out_trade_no"),
	CONSTRAINT "payments_transaction" UNIQUE("provider","transaction_id"),
	CONSTRAINT "payments_provider" CHECK ("payments"."provider" in ('CARD', 'WECHAT', 'SIMULATOR')),
	CONSTRAINT "payments_channel" CHECK ("payments"."channel" in ('JSAPI', 'H5', 'NATIVE')),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('PENDING', 'SETTLED', 'SURPLUS', 'CLOSED', 'FAILED')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_fen" between 1 and 9007199254740991),
	CONSTRAINT "payments_received" CHECK ("payments"."received_fen" between 1 and 9007199254740991),
	CONSTRAINT "payments_money" CHECK (("payments"."state" in ('SETTLED', 'SURPLUS')) = ("payments"."received_fen" is not null)),
	CONSTRAINT "payments_whole" CHECK ("payments"."state" <> 'SETTLED' or "payments"."received_fen" = "payments"."amount_fen"),
	CONSTRAINT "payments_card" CHECK (("payments"."provider" = 'CARD') = ("payments"."card_id" is not null)),
	CONSTRAINT "payments_poll" CHECK ("payments"."state" <> 'PENDING' or "payments"."next_poll_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"payment_id" bigint NOT NULL,
	"out_refund_no" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"cause" text NOT NULL,
	"reason" text NOT NULL,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"last_error" text,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "refunds_once" UNIQUE("payment_id","cause"),
	CONSTRAINT "refunds_number" UNIQUE("out_refund_no"),
	CONSTRAINT "refunds_target" CHECK ("refunds"."target" in ('CARD', 'SOURCE')),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('WAITING', 'PROCESSING', 'DONE', 'STUCK')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_fen" between 1 and 9007199254740991),
	CONSTRAINT "refunds_done" CHECK (("refunds"."state" = 'DONE') = ("refunds"."done_at" is not null)),
	CONSTRAINT "refunds_next" CHECK (("refunds"."state" in ('WAITING', 'PROCESSING')) <= ("refunds"."next_try_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" bigint NOT NULL,
	"logistics" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"last_error" text,
	"shipped_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "shipments_once" UNIQUE("payment_id"),
	CONSTRAINT "shipments_logistics" CHECK ("shipments"."logistics" in ('EXPRESS', 'LOCAL', 'VIRTUAL', 'PICKUP')),
	CONSTRAINT "shipments_state" CHECK ("shipments"."state" in ('WAITING', 'SHIPPED', 'RECEIVED', 'REFUNDED', 'REFUSED')),
	CONSTRAINT "shipments_attempts" CHECK ("shipments"."attempts" >= 0),
	CONSTRAINT "shipments_waiting" CHECK ("shipments"."state" <> 'WAITING' or "shipments"."next_try_at" is not null),
	CONSTRAINT "shipments_ended" CHECK ("shipments"."state" in ('WAITING', 'SHIPPED') or "shipments"."next_try_at" is null),
	CONSTRAINT "shipments_shipped" CHECK ("shipments"."state" not in ('SHIPPED', 'RECEIVED') or "shipments"."shipped_at" is not null),
	CONSTRAINT "shipments_received" CHECK (("shipments"."state" = 'RECEIVED') = ("shipments"."received_at" is not null)),
	CONSTRAINT "shipments_refused" CHECK ("shipments"."state" <> 'REFUSED' or "shipments"."last_error" is not null)
);
--> statement-breakpoint
CREATE TABLE "simulated_notifications" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"body" text NOT NULL,
	"deliver_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulated_payments" (
	"out_trade_no" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" text DEFAULT 'NOTPAY' NOT NULL,
	"transaction_id" text,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "simulated_payments_transaction" UNIQUE("transaction_id"),
	CONSTRAINT "simulated_payments_state" CHECK ("simulated_payments"."state" in ('NOTPAY', 'SUCCESS', 'CLOSED', 'PAYERROR')),
	CONSTRAINT "simulated_payments_amount" CHECK ("simulated_payments"."amount_fen" between 1 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "simulated_refunds" (
	"out_refund_no" text PRIMARY KEY NOT NULL,
	"out_trade_no" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "simulated_refunds_state" CHECK ("simulated_refunds"."state" in ('PROCESSING', 'SUCCESS')),
	CONSTRAINT "simulated_refunds_amount" CHECK ("simulated_refunds"."amount_fen" between 1 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "level_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"source" text NOT NULL,
	"level" numeric(2, 1) NOT NULL,
	"by_user_id" bigint,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "level_changes_source" CHECK ("level_changes"."source" in ('SELF', 'COACH', 'RESULTS')),
	CONSTRAINT "level_changes_level" CHECK ("level_changes"."level" between 1.0 and 7.0 and "level_changes"."level" * 2 = trunc("level_changes"."level" * 2)),
	CONSTRAINT "level_changes_by" CHECK (("level_changes"."source" = 'COACH') = ("level_changes"."by_user_id" is not null)),
	CONSTRAINT "level_changes_two_people" CHECK ("level_changes"."by_user_id" is null or "level_changes"."by_user_id" <> "level_changes"."user_id")
);
--> statement-breakpoint
CREATE TABLE "reconcile_findings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"run_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"order_id" bigint NOT NULL,
	"payment_id" bigint,
	"refund_id" bigint,
	"ours" text NOT NULL,
	"theirs" text NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "reconcile_findings_once" UNIQUE("run_id","subject"),
	CONSTRAINT "reconcile_findings_kind" CHECK ("reconcile_findings"."kind" in ('PAYMENT_MISSED', 'PAYMENT_MISSING', 'PAYMENT_AMOUNT', 'PAYMENT_NUMBER', 'REFUND_STATE',
        'ORDER_UNPAID', 'CARD_LEDGER'))
);
--> statement-breakpoint
CREATE TABLE "reconcile_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"requested_by" bigint,
	"to_compare" integer DEFAULT 0 NOT NULL,
	"compared" integer DEFAULT 0 NOT NULL,
	"payments_up_to" bigint DEFAULT '0' NOT NULL,
	"refunds_up_to" bigint DEFAULT '0' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"beat_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "reconcile_runs_state" CHECK ("reconcile_runs"."state" in ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
	CONSTRAINT "reconcile_runs_ended" CHECK (("reconcile_runs"."state" in ('DONE', 'FAILED')) = ("reconcile_runs"."ended_at" is not null)),
	CONSTRAINT "reconcile_runs_compared" CHECK ("reconcile_runs"."compared" >= 0 and "reconcile_runs"."to_compare" >= 0)
);
--> statement-breakpoint
CREATE TABLE "coach_applications" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"real_name" text NOT NULL,
	"years_teaching" integer NOT NULL,
	"region" text NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"certificates" text NOT NULL,
	"approve_status" smallint DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "coach_applications_status" CHECK ("coach_applications"."approve_status" in (0, 1, 2)),
	CONSTRAINT "coach_applications_decided" CHECK (("coach_applications"."approve_status" = 0) = ("coach_applications"."decided_at" is null)),
	CONSTRAINT "coach_applications_years" CHECK ("coach_applications"."years_teaching" between 0 and 60),
	CONSTRAINT "coach_applications_certificates" CHECK ("coach_applications"."certificates" <> '')
);
--> statement-breakpoint
CREATE TABLE "like_records" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source_user_id" bigint NOT NULL,
	"target_user_id" bigint NOT NULL,
	"record_type" text NOT NULL,
	"related_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "like_records_once" UNIQUE("source_user_id","target_user_id","record_type","related_id"),
	CONSTRAINT "like_records_two_people" CHECK ("like_records"."source_user_id" <> "like_records"."target_user_id"),
	CONSTRAINT "like_records_type" CHECK ("like_records"."record_type" in ('COURSE_INVITATION'))
);
--> statement-breakpoint
CREATE TABLE "student_finds" (
	"coach_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	CONSTRAINT "student_finds_pkey" PRIMARY KEY("coach_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "student_look_ups" (
	"coach_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"look_ups" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "student_look_ups_pkey" PRIMARY KEY("coach_id","kind"),
	CONSTRAINT "student_look_ups_kind" CHECK ("student_look_ups"."kind" in ('search', 'phone', 'stranger'))
);
--> statement-breakpoint
CREATE TABLE "student_relations" (
	"id" bigserial NOT NULL,
	"coach_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "student_relations_coach_id_player_id_pk" PRIMARY KEY("coach_id","player_id"),
	CONSTRAINT "student_relations_id" UNIQUE("id"),
	CONSTRAINT "student_relations_two_people" CHECK ("student_relations"."coach_id" <> "student_relations"."player_id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"reporter_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"owner_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"content" jsonb NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"parts" text DEFAULT '' NOT NULL,
	"verdict" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"object_revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "reports_kind" CHECK ("reports"."kind" in ('user', 'ball')),
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('abuse', 'untrue', 'advert', 'obscene', 'other')),
	CONSTRAINT "reports_state" CHECK ("reports"."state" in ('WAITING', 'KEPT', 'REMOVED')),
	CONSTRAINT "reports_decided_at" CHECK (("reports"."state" = 'WAITING') = ("reports"."decided_at" is null)),
	CONSTRAINT "reports_parts" CHECK (("reports"."state" = 'REMOVED') = ("reports"."parts" <> '')),
	CONSTRAINT "reports_verdict" CHECK ("reports"."state" <> 'WAITING' or "reports"."verdict" = ''),
	CONSTRAINT "reports_two_people" CHECK ("reports"."reporter_id" <> "reports"."owner_id"),
	CONSTRAINT "reports_whole_profile" CHECK ("reports"."kind" <> 'user' or "reports"."object_id" = "reports"."owner_id")
);
--> statement-breakpoint
CREATE TABLE "coach_locks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"coach_id" bigint NOT NULL,
	"day" date NOT NULL,
	"begin_time_slot" smallint NOT NULL,
	"end_time_slot" smallint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"series_id" bigint,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
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
	CONSTRAINT "slot_claims_holder_kind" CHECK ("slot_claims"."holder_kind" in (1, 2, 3, 4)),
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
	"series_id" bigint,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "venue_locks_span" CHECK (0 <= "venue_locks"."begin_time_slot" and "venue_locks"."begin_time_slot" < "venue_locks"."end_time_slot" and "venue_locks"."end_time_slot" <= 48)
);
--> statement-breakpoint
CREATE TABLE "share_links" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"object_id" bigint,
	"sharer_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "share_links_once" UNIQUE NULLS NOT DISTINCT("sharer_id","kind","object_id"),
	CONSTRAINT "share_links_kind" CHECK ("share_links"."kind" in ('home', 'ball', 'card')),
	CONSTRAINT "share_links_object" CHECK (("share_links"."kind" = 'home') = ("share_links"."object_id" is null)),
	CONSTRAINT "share_links_id" CHECK ("share_links"."id" ~ '^[0-9A-Za-z]{8}$')
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"user_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"quantity" smallint NOT NULL,
	"is_selected" boolean DEFAULT true NOT NULL,
	"seen_price_fen" bigint NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_items_pkey" PRIMARY KEY("user_id","product_id"),
	CONSTRAINT "cart_items_quantity" CHECK ("cart_items"."quantity" between 1 and 99),
	CONSTRAINT "cart_items_price" CHECK ("cart_items"."seen_price_fen" between 1 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "product_categories" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"category_id" bigint NOT NULL,
	"name" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"pictures" text DEFAULT '' NOT NULL,
	"price_fen" bigint NOT NULL,
	"original_fen" bigint,
	"stock" integer NOT NULL,
	"seq" integer NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"is_published" boolean DEFAULT true NOT NULL,
	"deleted_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "products_price" CHECK ("products"."price_fen" between 1 and 9007199254740991),
	CONSTRAINT "products_original" CHECK ("products"."original_fen" is null or "products"."original_fen" between "products"."price_fen" + 1 and 9007199254740991),
	CONSTRAINT "products_stock" CHECK ("products"."stock" >= 0),
	CONSTRAINT "products_sales" CHECK ("products"."sales" >= 0),
	CONSTRAINT "products_deleted" CHECK (not ("products"."is_published" and "products"."deleted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "shop_order_items" (
	"order_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"name" text NOT NULL,
	"picture" text,
	"price_fen" bigint NOT NULL,
	"quantity" smallint NOT NULL,
	CONSTRAINT "shop_order_items_pkey" PRIMARY KEY("order_id","product_id"),
	CONSTRAINT "shop_order_items_position" UNIQUE("order_id","position"),
	CONSTRAINT "shop_order_items_quantity" CHECK ("shop_order_items"."quantity" between 1 and 99),
	CONSTRAINT "shop_order_items_price" CHECK ("shop_order_items"."price_fen" between 1 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "shop_orders" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"user_id" bigint NOT NULL,
	"payment_order_id" bigint NOT NULL,
	"status" text DEFAULT 'UNPAID' NOT NULL,
	"contact_name" text NOT NULL,
	"contact_phone" text NOT NULL,
	"address_region" text NOT NULL,
	"address_detail" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"carrier" text DEFAULT '' NOT NULL,
	"tracking_no" text DEFAULT '' NOT NULL,
	"paid_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"refund_choice" text DEFAULT 'NONE' NOT NULL,
	"refund_reason" text DEFAULT '' NOT NULL,
	"refund_answer" text DEFAULT '' NOT NULL,
	"refund_asked_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"is_restocked" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "shop_orders_no" UNIQUE("order_no"),
	CONSTRAINT "shop_orders_payment" UNIQUE("payment_order_id"),
	CONSTRAINT "shop_orders_status" CHECK ("shop_orders"."status" in ('UNPAID', 'PAID', 'SENT', 'RECEIVED', 'CLOSED', 'REFUNDED')),
	CONSTRAINT "shop_orders_refund_choice" CHECK ("shop_orders"."refund_choice" in ('NONE', 'ASKED', 'AGREED', 'DENIED')),
	CONSTRAINT "shop_orders_paid" CHECK ("shop_orders"."status" in ('UNPAID', 'CLOSED') = ("shop_orders"."paid_at" is null)),
	CONSTRAINT "shop_orders_sent" CHECK ("shop_orders"."status" not in ('SENT', 'RECEIVED') or "shop_orders"."sent_at" is not null),
	CONSTRAINT "shop_orders_received" CHECK ("shop_orders"."status" <> 'RECEIVED' or "shop_orders"."received_at" is not null),
	CONSTRAINT "shop_orders_ended" CHECK (("shop_orders"."status" in ('CLOSED', 'REFUNDED')) = ("shop_orders"."ended_at" is not null)),
	CONSTRAINT "shop_orders_refund_asked_at" CHECK (("shop_orders"."refund_choice" = 'NONE') = ("shop_orders"."refund_asked_at" is null)),
	CONSTRAINT "shop_orders_restocked" CHECK (not "shop_orders"."is_restocked" or "shop_orders"."status" in ('CLOSED', 'REFUNDED'))
);
--> statement-breakpoint
CREATE TABLE "stock_ledger" (
	"product_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"kind" text NOT NULL,
	"units_change" integer NOT NULL,
	"units_after" integer NOT NULL,
	"prev_seq" integer GENERATED ALWAYS AS (case when seq > 1 then seq - 1 end) STORED,
	"prev_units" integer GENERATED ALWAYS AS (units_after - units_change) STORED,
	"reference" text NOT NULL,
	"staff_id" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "stock_ledger_pkey" PRIMARY KEY("product_id","seq"),
	CONSTRAINT "stock_ledger_balance" UNIQUE("product_id","seq","units_after"),
	CONSTRAINT "stock_ledger_once" UNIQUE("product_id","kind","reference"),
	CONSTRAINT "stock_ledger_seq" CHECK ("stock_ledger"."seq" > 0),
	CONSTRAINT "stock_ledger_first" CHECK ("stock_ledger"."seq" > 1 or "stock_ledger"."units_after" = "stock_ledger"."units_change"),
	CONSTRAINT "stock_ledger_kind" CHECK ("stock_ledger"."kind" in ('DELIVERY', 'SALE', 'RETURN', 'ADJUST')),
	CONSTRAINT "stock_ledger_effect" CHECK (case "stock_ledger"."kind" when 'DELIVERY' then "stock_ledger"."units_change" >= 0 when 'SALE' then "stock_ledger"."units_change" < 0 when 'RETURN' then "stock_ledger"."units_change" > 0 else true end)
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"nickname" text NOT NULL,
	"merchant_id" bigint,
	"is_lead" boolean DEFAULT false NOT NULL,
	"disabled_at" timestamp with time zone,
	"password_by" bigint,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "staff_username_unique" UNIQUE("username"),
	CONSTRAINT "staff_kind" CHECK ("staff"."kind" in ('operator', 'merchant')),
	CONSTRAINT "staff_merchant" CHECK (("staff"."kind" = 'merchant') = ("staff"."merchant_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "merchant_strings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"merchant_id" bigint NOT NULL,
	"sport" text NOT NULL,
	"brand" text NOT NULL,
	"name" text NOT NULL,
	"material" text NOT NULL,
	"gauge" numeric(3, 2) NOT NULL,
	"color" text NOT NULL,
	"half_price_fen" bigint NOT NULL,
	"stock_metres" numeric(8, 1) NOT NULL,
	"low_stock_metres" numeric(8, 1) DEFAULT 0 NOT NULL,
	"seq" integer NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "merchant_strings_sport" CHECK ("merchant_strings"."sport" in ('tennis', 'badminton')),
	CONSTRAINT "merchant_strings_material" CHECK ("merchant_strings"."material" in ('POLY', 'NYLON', 'MULTI', 'GUT')),
	CONSTRAINT "merchant_strings_gauge" CHECK ("merchant_strings"."gauge" between 0.5 and 2),
	CONSTRAINT "merchant_strings_price" CHECK ("merchant_strings"."half_price_fen" between 1 and 9007199254740991),
	CONSTRAINT "merchant_strings_stock" CHECK ("merchant_strings"."stock_metres" >= 0),
	CONSTRAINT "merchant_strings_low" CHECK ("merchant_strings"."low_stock_metres" >= 0)
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
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"turnaround_hours" integer NOT NULL,
	"open_from" smallint NOT NULL,
	"open_to" smallint NOT NULL,
	"courier_fee_fen" bigint,
	"is_published" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "merchants_rating" CHECK ("merchants"."rating_count" >= 0 and "merchants"."rating_sum" between "merchants"."rating_count" and 5 * "merchants"."rating_count"),
	CONSTRAINT "merchants_opening" CHECK (0 <= "merchants"."open_from" and "merchants"."open_from" < "merchants"."open_to" and "merchants"."open_to" <= 48),
	CONSTRAINT "merchants_turnaround" CHECK ("merchants"."turnaround_hours" between 1 and 720),
	CONSTRAINT "merchants_courier" CHECK ("merchants"."courier_fee_fen" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "rackets" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"sport" text NOT NULL,
	"brand" text NOT NULL,
	"model" text NOT NULL,
	"grip_size" text DEFAULT '' NOT NULL,
	"pattern" text DEFAULT '' NOT NULL,
	"weight_grams" smallint,
	"code" text DEFAULT '' NOT NULL,
	"min_tension" numeric(3, 1),
	"max_tension" numeric(3, 1),
	"is_main" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"retired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "rackets_sport" CHECK ("rackets"."sport" in ('tennis', 'badminton')),
	CONSTRAINT "rackets_weight" CHECK ("rackets"."weight_grams" between 50 and 500),
	CONSTRAINT "rackets_limits" CHECK (coalesce("rackets"."min_tension", 0) >= 0 and coalesce("rackets"."max_tension", 90) <= 90 and coalesce("rackets"."min_tension", 0) <= coalesce("rackets"."max_tension", 90)),
	CONSTRAINT "rackets_main_is_here" CHECK (not ("rackets"."is_main" and "rackets"."retired_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "string_ledger" (
	"string_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"kind" text NOT NULL,
	"metres_change" numeric(8, 1) NOT NULL,
	"metres_after" numeric(8, 1) NOT NULL,
	"prev_seq" integer GENERATED ALWAYS AS (case when seq > 1 then seq - 1 end) STORED,
	"prev_metres" numeric(8, 1) GENERATED ALWAYS AS (metres_after - metres_change) STORED,
	"reference" text NOT NULL,
	"reason" text NOT NULL,
	"staff_id" bigint,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "string_ledger_pkey" PRIMARY KEY("string_id","seq"),
	CONSTRAINT "string_ledger_balance" UNIQUE("string_id","seq","metres_after"),
	CONSTRAINT "string_ledger_once" UNIQUE("string_id","kind","reference"),
	CONSTRAINT "string_ledger_seq" CHECK ("string_ledger"."seq" > 0),
	CONSTRAINT "string_ledger_first" CHECK ("string_ledger"."seq" > 1 or "string_ledger"."metres_after" = "string_ledger"."metres_change"),
	CONSTRAINT "string_ledger_kind" CHECK ("string_ledger"."kind" in ('IN', 'DRAWN', 'ADJUSTED')),
	CONSTRAINT "string_ledger_effect" CHECK (case "string_ledger"."kind" when 'IN' then "string_ledger"."metres_change" >= 0 when 'DRAWN' then "string_ledger"."metres_change" < 0 else true end)
);
--> statement-breakpoint
CREATE TABLE "stringing_services" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"merchant_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"sport" text NOT NULL,
	"price_fen" bigint NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stringing_services_kind" CHECK ("stringing_services"."kind" in ('LABOUR', 'EXTRA')),
	CONSTRAINT "stringing_services_sport" CHECK ("stringing_services"."sport" in ('tennis', 'badminton')),
	CONSTRAINT "stringing_services_price" CHECK ("stringing_services"."price_fen" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "merchant_photos" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"relative_path" text NOT NULL,
	"merchant_id" bigint NOT NULL,
	"staff_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	"is_shown" boolean DEFAULT false NOT NULL,
	"discarded_at" timestamp with time zone,
	CONSTRAINT "merchant_photos_path" UNIQUE("relative_path"),
	CONSTRAINT "merchant_photos_kept" CHECK (not ("merchant_photos"."is_shown" and "merchant_photos"."discarded_at" is not null)),
	CONSTRAINT "merchant_photos_folder" CHECK ("merchant_photos"."relative_path" ~ '^private/')
);
--> statement-breakpoint
CREATE TABLE "stringing_orders" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"pickup_code" text NOT NULL,
	"user_id" bigint NOT NULL,
	"merchant_id" bigint NOT NULL,
	"racket_id" bigint NOT NULL,
	"racket_name" text NOT NULL,
	"sport" text NOT NULL,
	"pre_stretch" smallint NOT NULL,
	"knots" smallint NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"hand_in" text NOT NULL,
	"contact_name" text,
	"contact_phone" text,
	"address_region" text,
	"address_detail" text,
	"due_at" timestamp with time zone,
	"expected_at" timestamp with time zone,
	"tracking_no" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'SUBMITTED' NOT NULL,
	"payment_order_id" bigint NOT NULL,
	"accepted_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"ready_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"returned_at" timestamp with time zone,
	"is_racket_lost" boolean DEFAULT false NOT NULL,
	"wrong_codes" smallint DEFAULT 0 NOT NULL,
	"wrong_codes_until" timestamp with time zone,
	"cancel_reason" text,
	"reminded_at" timestamp with time zone,
	"response_time" timestamp with time zone NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "stringing_orders_no" UNIQUE("order_no"),
	CONSTRAINT "stringing_orders_payment" UNIQUE("payment_order_id"),
	CONSTRAINT "stringing_orders_sport" CHECK ("stringing_orders"."sport" in ('tennis', 'badminton')),
	CONSTRAINT "stringing_orders_hand_in" CHECK ("stringing_orders"."hand_in" in ('DROP_OFF', 'COURIER')),
	CONSTRAINT "stringing_orders_address" CHECK (("stringing_orders"."hand_in" = 'COURIER') = ("stringing_orders"."contact_name" is not null and "stringing_orders"."contact_phone" is not null and "stringing_orders"."address_region" is not null and "stringing_orders"."address_detail" is not null)),
	CONSTRAINT "stringing_orders_pre_stretch" CHECK ("stringing_orders"."pre_stretch" in (0, 5, 10)),
	CONSTRAINT "stringing_orders_knots" CHECK ("stringing_orders"."knots" in (2, 4)),
	CONSTRAINT "stringing_orders_status" CHECK ("stringing_orders"."status" in ('SUBMITTED', 'PAID', 'RECEIVED', 'STRINGING', 'READY', 'COMPLETED', 'CANCELLED')),
	CONSTRAINT "stringing_orders_cancelled" CHECK (("stringing_orders"."status" = 'CANCELLED') = ("stringing_orders"."cancel_reason" is not null)),
	CONSTRAINT "stringing_orders_cancel_reason" CHECK ("stringing_orders"."cancel_reason" in ('PLAYER', 'MERCHANT', 'UNPAID', 'PLATFORM', 'OVERDUE')),
	CONSTRAINT "stringing_orders_received" CHECK ("stringing_orders"."status" = 'CANCELLED' or ("stringing_orders"."status" in ('RECEIVED', 'STRINGING', 'READY', 'COMPLETED')) = ("stringing_orders"."received_at" is not null)),
	CONSTRAINT "stringing_orders_returned" CHECK ("stringing_orders"."returned_at" is null or ("stringing_orders"."status" = 'CANCELLED' and "stringing_orders"."received_at" is not null)),
	CONSTRAINT "stringing_orders_wrong_codes" CHECK ("stringing_orders"."wrong_codes" >= 0 and ("stringing_orders"."wrong_codes" > 0) = ("stringing_orders"."wrong_codes_until" is not null)),
	CONSTRAINT "stringing_orders_ready" CHECK ("stringing_orders"."cancel_reason" is not distinct from 'PLATFORM' or ("stringing_orders"."status" in ('READY', 'COMPLETED')) = ("stringing_orders"."ready_at" is not null)),
	CONSTRAINT "stringing_orders_racket_lost" CHECK (not "stringing_orders"."is_racket_lost" or ("stringing_orders"."status" = 'CANCELLED' and "stringing_orders"."received_at" is not null and "stringing_orders"."returned_at" is null)),
	CONSTRAINT "stringing_orders_completed" CHECK (("stringing_orders"."status" = 'COMPLETED') = ("stringing_orders"."completed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "stringing_parts" (
	"order_id" bigint NOT NULL,
	"part" text NOT NULL,
	"source" text NOT NULL,
	"string_id" bigint,
	"name" text NOT NULL,
	"material" text,
	"gauge" numeric(3, 2),
	"tension" numeric(3, 1) NOT NULL,
	"metres" numeric(4, 1) NOT NULL,
	CONSTRAINT "stringing_parts_pkey" PRIMARY KEY("order_id","part"),
	CONSTRAINT "stringing_parts_part" CHECK ("stringing_parts"."part" in ('mains', 'crosses')),
	CONSTRAINT "stringing_parts_source" CHECK ("stringing_parts"."source" in ('OWN', 'SHOP')),
	CONSTRAINT "stringing_parts_string" CHECK (("stringing_parts"."source" = 'SHOP') = ("stringing_parts"."string_id" is not null) and ("stringing_parts"."source" = 'SHOP') = ("stringing_parts"."metres" > 0) and "stringing_parts"."metres" >= 0),
	CONSTRAINT "stringing_parts_tension" CHECK ("stringing_parts"."tension" between 10 and 90 and "stringing_parts"."tension" * 2 = trunc("stringing_parts"."tension" * 2))
);
--> statement-breakpoint
CREATE TABLE "stringing_refunds" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"is_racket_lost" boolean NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"requested_by" bigint NOT NULL,
	"decided_by" bigint,
	"ended_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "stringing_refunds_cause" CHECK ("stringing_refunds"."cause" in ('RACKET_BROKEN', 'SHOP_GONE', 'OTHER')),
	CONSTRAINT "stringing_refunds_state" CHECK ("stringing_refunds"."state" in ('WAITING', 'DONE', 'REFUSED', 'WITHDRAWN')),
	CONSTRAINT "stringing_refunds_two_people" CHECK ("stringing_refunds"."decided_by" <> "stringing_refunds"."requested_by"),
	CONSTRAINT "stringing_refunds_decided" CHECK (("stringing_refunds"."state" in ('DONE', 'REFUSED')) = ("stringing_refunds"."decided_by" is not null)),
	CONSTRAINT "stringing_refunds_ended" CHECK (("stringing_refunds"."state" = 'WAITING') = ("stringing_refunds"."ended_at" is null)),
	CONSTRAINT "stringing_refunds_reason" CHECK ("stringing_refunds"."reason" <> '')
);
--> statement-breakpoint
CREATE TABLE "stringing_reviews" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"merchant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"stars" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "stringing_reviews_stars" CHECK ("stringing_reviews"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "stringing_steps" (
	"order_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"action" text NOT NULL,
	"status" text NOT NULL,
	"actor" text NOT NULL,
	"actor_id" bigint,
	"remark" text DEFAULT '' NOT NULL,
	"photos" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "stringing_steps_pkey" PRIMARY KEY("order_id","seq"),
	CONSTRAINT "stringing_steps_seq" CHECK ("stringing_steps"."seq" > 0),
	CONSTRAINT "stringing_steps_actor" CHECK ("stringing_steps"."actor" in ('PLAYER', 'MERCHANT', 'OPERATOR', 'SYSTEM')),
	CONSTRAINT "stringing_steps_action" CHECK ("stringing_steps"."action" in ('submit', 'pay', 'accept', 'receive', 'start', 'ready', 'handOver', 'cancel', 'refuse', 'expire', 'refund', 'giveBack', 'lose')),
	CONSTRAINT "stringing_steps_status" CHECK ("stringing_steps"."status" in ('SUBMITTED', 'PAID', 'RECEIVED', 'STRINGING', 'READY', 'COMPLETED', 'CANCELLED'))
);
--> statement-breakpoint
CREATE TABLE "coach_venues" (
	"id" bigserial NOT NULL,
	"coach_id" bigint NOT NULL,
	"venue_id" bigint NOT NULL,
	"is_manager" boolean DEFAULT false NOT NULL,
	"approve_status" smallint DEFAULT 0 NOT NULL,
	"decided_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "coach_venues_coach_id_venue_id_pk" PRIMARY KEY("coach_id","venue_id"),
	CONSTRAINT "coach_venues_id" UNIQUE("id"),
	CONSTRAINT "coach_venues_approve_status" CHECK ("coach_venues"."approve_status" in (0, 1, 2)),
	CONSTRAINT "coach_venues_decided_once" CHECK ("coach_venues"."approve_status" <> 0 or "coach_venues"."decided_at" is null),
	CONSTRAINT "coach_venues_reason" CHECK ("coach_venues"."reason" = '' or "coach_venues"."approve_status" = 2)
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
	"free_ball_limit" smallint DEFAULT 2 NOT NULL,
	"approve_status" smallint DEFAULT 0 NOT NULL,
	"decided_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"taken_off_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "venues_court_count" CHECK ("venues"."court_count" between 1 and 60),
	CONSTRAINT "venues_opening" CHECK (0 <= "venues"."first_start" and "venues"."first_start" <= "venues"."last_start" and "venues"."last_start" <= 47),
	CONSTRAINT "venues_free_ball_limit" CHECK ("venues"."free_ball_limit" between 0 and 20),
	CONSTRAINT "venues_approve_status" CHECK ("venues"."approve_status" in (0, 1, 2)),
	CONSTRAINT "venues_decided_once" CHECK ("venues"."approve_status" <> 0 or "venues"."decided_at" is null),
	CONSTRAINT "venues_reason" CHECK ("venues"."reason" = '' or "venues"."approve_status" = 2),
	CONSTRAINT "venues_taken_off" CHECK ("venues"."taken_off_at" is null or "venues"."approve_status" = 2)
);
--> statement-breakpoint
CREATE TABLE "wechat_access_tokens" (
	"app_id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"renewing_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "wechat_keys" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"session_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_used_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "change_versions" (
	"topic" text PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"audience" text DEFAULT 'app' NOT NULL,
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" text,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("audience","user_id","key"),
	CONSTRAINT "idempotency_keys_audience" CHECK ("idempotency_keys"."audience" in ('app', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "job_failures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"what" text DEFAULT '' NOT NULL,
	"error" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"retried_at" timestamp with time zone,
	CONSTRAINT "job_failures_times" CHECK ("job_failures"."times" > 0 and "job_failures"."last_at" >= "job_failures"."first_at")
);
--> statement-breakpoint
CREATE TABLE "job_states" (
	"name" text PRIMARY KEY NOT NULL,
	"id" bigserial NOT NULL,
	"begun_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"done_ms" integer,
	"failed_at" timestamp with time zone,
	CONSTRAINT "job_states_id" UNIQUE("id"),
	CONSTRAINT "job_states_done" CHECK (("job_states"."done_at" is null) = ("job_states"."done_ms" is null) and "job_states"."done_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"table_name" text NOT NULL,
	"row_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"changed_columns" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT product_now() NOT NULL,
	CONSTRAINT "revisions_pkey" PRIMARY KEY("table_name","row_id","revision")
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_sessions" ADD CONSTRAINT "analytics_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_sessions" ADD CONSTRAINT "analytics_sessions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_sessions" ADD CONSTRAINT "analytics_sessions_login_session_id_login_sessions_id_fk" FOREIGN KEY ("login_session_id") REFERENCES "public"."login_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_audit_events" ADD CONSTRAINT "staff_audit_events_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_consents" ADD CONSTRAINT "agreement_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD CONSTRAINT "login_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_requests" ADD CONSTRAINT "password_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_conflicts" ADD CONSTRAINT "phone_conflicts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_login_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."login_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_factors" ADD CONSTRAINT "staff_factors_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_staff_id_staff_factors_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_factors"("staff_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_suspensions" ADD CONSTRAINT "user_suspensions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_suspensions" ADD CONSTRAINT "user_suspensions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_suspensions" ADD CONSTRAINT "user_suspensions_ended_by_staff_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_initiator_id_users_id_fk" FOREIGN KEY ("initiator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_stadium_id_venues_id_fk" FOREIGN KEY ("stadium_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_games" ADD CONSTRAINT "ball_games_court_id_courts_id_fk" FOREIGN KEY ("court_id") REFERENCES "public"."courts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_participants" ADD CONSTRAINT "ball_participants_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_proposals" ADD CONSTRAINT "ball_proposals_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_proposals" ADD CONSTRAINT "ball_proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_proposals" ADD CONSTRAINT "ball_proposals_out_user_id_users_id_fk" FOREIGN KEY ("out_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_proposals" ADD CONSTRAINT "ball_proposals_in_user_id_users_id_fk" FOREIGN KEY ("in_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_proposals" ADD CONSTRAINT "ball_proposals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_requests" ADD CONSTRAINT "ball_requests_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_requests" ADD CONSTRAINT "ball_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_result_players" ADD CONSTRAINT "ball_result_players_result_id_ball_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."ball_results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_result_players" ADD CONSTRAINT "ball_result_players_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_results" ADD CONSTRAINT "ball_results_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_results" ADD CONSTRAINT "ball_results_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_results" ADD CONSTRAINT "ball_results_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_waiters" ADD CONSTRAINT "ball_waiters_ball_id_ball_games_id_fk" FOREIGN KEY ("ball_id") REFERENCES "public"."ball_games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ball_waiters" ADD CONSTRAINT "ball_waiters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blacklist_entries" ADD CONSTRAINT "blacklist_entries_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blacklist_entries" ADD CONSTRAINT "blacklist_entries_target_id_users_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_cards" ADD CONSTRAINT "business_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_adjustments" ADD CONSTRAINT "card_adjustments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_adjustments" ADD CONSTRAINT "card_adjustments_card_id_stored_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."stored_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_adjustments" ADD CONSTRAINT "card_adjustments_requested_by_staff_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_adjustments" ADD CONSTRAINT "card_adjustments_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_ledger" ADD CONSTRAINT "card_ledger_card_id_stored_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."stored_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_ledger" ADD CONSTRAINT "card_ledger_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_ledger" ADD CONSTRAINT "card_ledger_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_ledger" ADD CONSTRAINT "card_ledger_chain" FOREIGN KEY ("card_id","prev_seq","prev_principal","prev_gift") REFERENCES "public"."card_ledger"("card_id","seq","principal_after","gift_after") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_cards" ADD CONSTRAINT "stored_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_objections" ADD CONSTRAINT "class_objections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_objections" ADD CONSTRAINT "class_objections_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_objections" ADD CONSTRAINT "class_objections_of_seat" FOREIGN KEY ("invitation_id","user_id") REFERENCES "public"."seats"("invitation_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "usual_pins" ADD CONSTRAINT "usual_pins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usual_pins" ADD CONSTRAINT "usual_pins_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usual_pins" ADD CONSTRAINT "usual_pins_stadium_id_venues_id_fk" FOREIGN KEY ("stadium_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usual_pins" ADD CONSTRAINT "usual_pins_course_design_id_courses_id_fk" FOREIGN KEY ("course_design_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usual_pins" ADD CONSTRAINT "usual_pins_court_id_courts_id_fk" FOREIGN KEY ("court_id") REFERENCES "public"."courts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_courses" ADD CONSTRAINT "coach_courses_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_courses" ADD CONSTRAINT "coach_courses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_common_course_id_common_courses_id_fk" FOREIGN KEY ("common_course_id") REFERENCES "public"."common_courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retired_policies" ADD CONSTRAINT "retired_policies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retired_policies" ADD CONSTRAINT "retired_policies_retired_by_users_id_fk" FOREIGN KEY ("retired_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_submissions" ADD CONSTRAINT "content_submissions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_photos" ADD CONSTRAINT "contract_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_photos" ADD CONSTRAINT "contract_photos_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_photos" ADD CONSTRAINT "contract_photos_contract_attachment_files_relative_path_fk" FOREIGN KEY ("contract_attachment") REFERENCES "public"."files"("relative_path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_photos" ADD CONSTRAINT "contract_photos_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_warnings" ADD CONSTRAINT "contract_warnings_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_settings" ADD CONSTRAINT "message_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_receiver_id_users_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invariant_runs" ADD CONSTRAINT "invariant_runs_requested_by_staff_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulated_refunds" ADD CONSTRAINT "simulated_refunds_out_trade_no_simulated_payments_out_trade_no_fk" FOREIGN KEY ("out_trade_no") REFERENCES "public"."simulated_payments"("out_trade_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_changes" ADD CONSTRAINT "level_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_changes" ADD CONSTRAINT "level_changes_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconcile_findings" ADD CONSTRAINT "reconcile_findings_run_id_reconcile_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."reconcile_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconcile_findings" ADD CONSTRAINT "reconcile_findings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconcile_findings" ADD CONSTRAINT "reconcile_findings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconcile_findings" ADD CONSTRAINT "reconcile_findings_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconcile_runs" ADD CONSTRAINT "reconcile_runs_requested_by_staff_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_applications" ADD CONSTRAINT "coach_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "like_records" ADD CONSTRAINT "like_records_source_user_id_users_id_fk" FOREIGN KEY ("source_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "like_records" ADD CONSTRAINT "like_records_target_user_id_users_id_fk" FOREIGN KEY ("target_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_finds" ADD CONSTRAINT "student_finds_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_finds" ADD CONSTRAINT "student_finds_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_look_ups" ADD CONSTRAINT "student_look_ups_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_relations" ADD CONSTRAINT "student_relations_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_relations" ADD CONSTRAINT "student_relations_player_id_users_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_locks" ADD CONSTRAINT "coach_locks_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lock_yields" ADD CONSTRAINT "lock_yields_lock_id_coach_locks_id_fk" FOREIGN KEY ("lock_id") REFERENCES "public"."coach_locks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venue_locks" ADD CONSTRAINT "venue_locks_venue_id_venues_id_fk" FOREIGN KEY ("venue_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venue_locks" ADD CONSTRAINT "venue_locks_court_id_courts_id_fk" FOREIGN KEY ("court_id") REFERENCES "public"."courts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_sharer_id_users_id_fk" FOREIGN KEY ("sharer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_product_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."product_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_order_items" ADD CONSTRAINT "shop_order_items_order_id_shop_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_order_items" ADD CONSTRAINT "shop_order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_payment_order_id_orders_id_fk" FOREIGN KEY ("payment_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_chain" FOREIGN KEY ("product_id","prev_seq","prev_units") REFERENCES "public"."stock_ledger"("product_id","seq","units_after") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_password_by_staff_id_fk" FOREIGN KEY ("password_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_strings" ADD CONSTRAINT "merchant_strings_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rackets" ADD CONSTRAINT "rackets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "string_ledger" ADD CONSTRAINT "string_ledger_string_id_merchant_strings_id_fk" FOREIGN KEY ("string_id") REFERENCES "public"."merchant_strings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "string_ledger" ADD CONSTRAINT "string_ledger_chain" FOREIGN KEY ("string_id","prev_seq","prev_metres") REFERENCES "public"."string_ledger"("string_id","seq","metres_after") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_services" ADD CONSTRAINT "stringing_services_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_photos" ADD CONSTRAINT "merchant_photos_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_racket_id_rackets_id_fk" FOREIGN KEY ("racket_id") REFERENCES "public"."rackets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_payment_order_id_orders_id_fk" FOREIGN KEY ("payment_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_parts" ADD CONSTRAINT "stringing_parts_order_id_stringing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."stringing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_parts" ADD CONSTRAINT "stringing_parts_string_id_merchant_strings_id_fk" FOREIGN KEY ("string_id") REFERENCES "public"."merchant_strings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_refunds" ADD CONSTRAINT "stringing_refunds_order_id_stringing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."stringing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_refunds" ADD CONSTRAINT "stringing_refunds_requested_by_staff_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_refunds" ADD CONSTRAINT "stringing_refunds_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_reviews" ADD CONSTRAINT "stringing_reviews_order_id_stringing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."stringing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_reviews" ADD CONSTRAINT "stringing_reviews_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_reviews" ADD CONSTRAINT "stringing_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_steps" ADD CONSTRAINT "stringing_steps_order_id_stringing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."stringing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_venues" ADD CONSTRAINT "coach_venues_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_venues" ADD CONSTRAINT "coach_venues_venue_id_venues_id_fk" FOREIGN KEY ("venue_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courts" ADD CONSTRAINT "courts_venue_id_venues_id_fk" FOREIGN KEY ("venue_id") REFERENCES "public"."venues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venues" ADD CONSTRAINT "venues_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wechat_keys" ADD CONSTRAINT "wechat_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "addresses_of_user" ON "addresses" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE "addresses"."is_default";--> statement-breakpoint
CREATE INDEX "analytics_sessions_of_user" ON "analytics_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "analytics_sessions_of_login" ON "analytics_sessions" USING btree ("login_session_id");--> statement-breakpoint
CREATE INDEX "staff_audit_events_by_time" ON "staff_audit_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "staff_audit_events_of_object" ON "staff_audit_events" USING btree ("object_kind","object_id");--> statement-breakpoint
CREATE INDEX "staff_audit_events_of_staff" ON "staff_audit_events" USING btree ("staff_id","created_at");--> statement-breakpoint
CREATE INDEX "login_failures_of_name" ON "login_failures" USING btree ("name");--> statement-breakpoint
CREATE INDEX "login_failures_by_end" ON "login_failures" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "login_sessions_of_user" ON "login_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_sessions_by_time" ON "login_sessions" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "password_requests_one_waits" ON "password_requests" USING btree ("user_id") WHERE "password_requests"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "password_requests_of_user" ON "password_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_requests_waiting" ON "password_requests" USING btree ("id") WHERE "password_requests"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "password_requests_ended" ON "password_requests" USING btree ("ended_at","id") WHERE "password_requests"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "phone_conflicts_by_time" ON "phone_conflicts" USING btree ("created_at","user_id");--> statement-breakpoint
CREATE INDEX "phone_conflicts_of_phone" ON "phone_conflicts" USING btree ("phone");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_tokens_one_unused" ON "refresh_tokens" USING btree ("session_id") WHERE "refresh_tokens"."used_at" is null;--> statement-breakpoint
CREATE INDEX "refresh_tokens_of_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_by_expiry" ON "refresh_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_recovery_codes_of_staff" ON "staff_recovery_codes" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_of_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "user_suspensions_of_user" ON "user_suspensions" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_suspensions_one_open" ON "user_suspensions" USING btree ("user_id") WHERE "user_suspensions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "ball_games_by_day" ON "ball_games" USING btree ("activity_date","begin_time_slot");--> statement-breakpoint
CREATE INDEX "ball_games_of_initiator" ON "ball_games" USING btree ("initiator_id","activity_date");--> statement-breakpoint
CREATE INDEX "ball_games_of_venue" ON "ball_games" USING btree ("stadium_id","activity_date");--> statement-breakpoint
CREATE INDEX "ball_games_public" ON "ball_games" USING btree ("activity_date","begin_time_slot","id") WHERE "ball_games"."is_public" and "ball_games"."status" in ('OPEN', 'FULL');--> statement-breakpoint
CREATE INDEX "ball_games_closing" ON "ball_games" USING btree ("closes_at") WHERE "ball_games"."status" in ('OPEN', 'FULL');--> statement-breakpoint
CREATE INDEX "ball_participants_of_ball" ON "ball_participants" USING btree ("ball_id","id");--> statement-breakpoint
CREATE INDEX "ball_participants_of_user" ON "ball_participants" USING btree ("user_id","ball_id");--> statement-breakpoint
CREATE INDEX "ball_participants_by_time" ON "ball_participants" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ball_participants_by_leaving" ON "ball_participants" USING btree ("left_at","id") WHERE "ball_participants"."left_at" is not null;--> statement-breakpoint
CREATE INDEX "ball_participants_held" ON "ball_participants" USING btree ("held_until") WHERE "ball_participants"."state" in ('OFFERED', 'HELD');--> statement-breakpoint
CREATE UNIQUE INDEX "ball_participants_once" ON "ball_participants" USING btree ("ball_id","user_id") WHERE "ball_participants"."state" in ('OFFERED', 'HELD', 'CONFIRMED');--> statement-breakpoint
CREATE INDEX "ball_proposals_of_ball" ON "ball_proposals" USING btree ("ball_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ball_proposals_hand_over_once" ON "ball_proposals" USING btree ("ball_id") WHERE "ball_proposals"."kind" = 'HAND_OVER' and "ball_proposals"."state" = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "ball_proposals_swap_once" ON "ball_proposals" USING btree ("ball_id","out_user_id") WHERE "ball_proposals"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "ball_requests_of_ball" ON "ball_requests" USING btree ("ball_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ball_requests_once" ON "ball_requests" USING btree ("ball_id","user_id") WHERE "ball_requests"."approve_status" <> 2;--> statement-breakpoint
CREATE INDEX "ball_result_players_of_user" ON "ball_result_players" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ball_results_one_stands" ON "ball_results" USING btree ("ball_id") WHERE "ball_results"."state" <> 'DISPUTED';--> statement-breakpoint
CREATE INDEX "ball_waiters_of_ball" ON "ball_waiters" USING btree ("ball_id","id");--> statement-breakpoint
CREATE INDEX "ball_waiters_of_user" ON "ball_waiters" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ball_waiters_once" ON "ball_waiters" USING btree ("ball_id","user_id") WHERE "ball_waiters"."state" in ('WAITING', 'OFFERED');--> statement-breakpoint
CREATE INDEX "blacklist_entries_of_target" ON "blacklist_entries" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "card_adjustments_of_card" ON "card_adjustments" USING btree ("card_id","id");--> statement-breakpoint
CREATE INDEX "card_adjustments_of_user" ON "card_adjustments" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "card_adjustments_waiting_first" ON "card_adjustments" USING btree (("state" = 'WAITING'),"id");--> statement-breakpoint
CREATE INDEX "card_adjustments_by_state" ON "card_adjustments" USING btree ("state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_adjustments_one_waits" ON "card_adjustments" USING btree ("card_id") WHERE "card_adjustments"."state" = 'WAITING';--> statement-breakpoint
CREATE UNIQUE INDEX "card_adjustments_one_issue_waits" ON "card_adjustments" USING btree ("user_id") WHERE "card_adjustments"."state" = 'WAITING' and "card_adjustments"."is_new_card";--> statement-breakpoint
CREATE INDEX "card_ledger_by_time" ON "card_ledger" USING btree ("card_id","created_at");--> statement-breakpoint
CREATE INDEX "card_ledger_of_kind" ON "card_ledger" USING btree ("card_id","kind","seq");--> statement-breakpoint
CREATE INDEX "card_ledger_of_all" ON "card_ledger" USING btree ("created_at","card_id","seq");--> statement-breakpoint
CREATE INDEX "card_ledger_kind_by_time" ON "card_ledger" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "card_ledger_of_actor" ON "card_ledger" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "stored_cards_of_user" ON "stored_cards" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "stored_cards_by_balance" ON "stored_cards" USING btree (("principal_fen" + "gift_fen"),"id");--> statement-breakpoint
CREATE INDEX "class_objections_open" ON "class_objections" USING btree ("created_at") WHERE "class_objections"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "class_objections_answered" ON "class_objections" USING btree ("answered_at","id") WHERE "class_objections"."state" <> 'OPEN';--> statement-breakpoint
CREATE INDEX "invitation_events_by_time" ON "invitation_events" USING btree ("created_at","invitation_id","seq");--> statement-breakpoint
CREATE INDEX "invitation_events_of_action" ON "invitation_events" USING btree ("action","created_at");--> statement-breakpoint
CREATE INDEX "invitation_events_of_actor" ON "invitation_events" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_of_initiator" ON "invitations" USING btree ("initiator_id","response_time");--> statement-breakpoint
CREATE INDEX "invitations_waiting_of_initiator" ON "invitations" USING btree ("initiator_id") WHERE "invitations"."invitation_status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "invitations_of_coach" ON "invitations" USING btree ("coach_id","course_date");--> statement-breakpoint
CREATE INDEX "invitations_of_venue" ON "invitations" USING btree ("stadium_id","course_date");--> statement-breakpoint
CREATE INDEX "invitations_of_company" ON "invitations" USING btree ("company_id","course_date");--> statement-breakpoint
CREATE INDEX "invitations_waiting" ON "invitations" USING btree ("expires_at") WHERE "invitations"."invitation_status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "invitations_to_remind_of" ON "invitations" USING btree ("remind_at") WHERE "invitations"."invitation_status" = 'PENDING' and "invitations"."remind_at" is not null;--> statement-breakpoint
CREATE INDEX "invitations_standing" ON "invitations" USING btree ("course_date","end_time_slot") WHERE "invitations"."invitation_status" = 'CONFIRMED';--> statement-breakpoint
CREATE INDEX "seats_of_user" ON "seats" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "seats_of_contract" ON "seats" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "coach_courses_of_course" ON "coach_courses" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "company_members_of_user" ON "company_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "courses_of_company" ON "courses" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "courses_of_common_course" ON "courses" USING btree ("common_course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "content_submissions_one_waits" ON "content_submissions" USING btree ("kind","object_id","field","value","author_id") WHERE "content_submissions"."state" = 'WAITING';--> statement-breakpoint
CREATE UNIQUE INDEX "content_submissions_trace" ON "content_submissions" USING btree ("trace_id");--> statement-breakpoint
CREATE INDEX "content_submissions_waiting" ON "content_submissions" USING btree ("id") WHERE "content_submissions"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "content_submissions_decided" ON "content_submissions" USING btree ("decided_at","id") WHERE "content_submissions"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "content_submissions_of_author" ON "content_submissions" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "contract_photos_of_user" ON "contract_photos" USING btree ("user_id","company_id","id");--> statement-breakpoint
CREATE INDEX "contracts_of_user" ON "contracts" USING btree ("user_id","course_id","expiry_date");--> statement-breakpoint
CREATE INDEX "contracts_of_company" ON "contracts" USING btree ("company_id","expiry_date");--> statement-breakpoint
CREATE INDEX "lesson_ledger_by_time" ON "lesson_ledger" USING btree ("created_at","contract_id","seq");--> statement-breakpoint
CREATE INDEX "lesson_ledger_of_kind" ON "lesson_ledger" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "lesson_ledger_of_actor" ON "lesson_ledger" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "lesson_ledger_sold" ON "lesson_ledger" USING btree ("contract_id","created_at") WHERE "lesson_ledger"."kind" in ('GRANT', 'ADJUST');--> statement-breakpoint
CREATE INDEX "used_records_of_user" ON "used_records" USING btree ("user_id","company_id","created_at");--> statement-breakpoint
CREATE INDEX "used_records_of_coach" ON "used_records" USING btree ("coach_id","created_at");--> statement-breakpoint
CREATE INDEX "files_of_owner" ON "files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "adverts_of_place" ON "adverts" USING btree ("place","ends_at");--> statement-breakpoint
CREATE INDEX "users_by_time" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_last_seen" ON "users" USING btree ("last_seen_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_by_phone_end" ON "users" USING btree (right("phone", 4));--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE UNIQUE INDEX "users_open_id" ON "users" USING btree ("open_id");--> statement-breakpoint
CREATE INDEX "messages_of_receiver" ON "messages" USING btree ("receiver_id","id") WHERE "messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "messages_unread" ON "messages" USING btree ("receiver_id","object_kind","object_id") WHERE "messages"."read_status" = 0;--> statement-breakpoint
CREATE INDEX "messages_undecided" ON "messages" USING btree ("object_kind","object_id") WHERE "messages"."approve_status" = 0;--> statement-breakpoint
CREATE INDEX "messages_deleted" ON "messages" USING btree ("deleted_at") WHERE "messages"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_by_time" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_held" ON "messages" USING btree ("id") WHERE "messages"."content" like '%（审核中，编号 %';--> statement-breakpoint
CREATE INDEX "outbox_for_operators" ON "outbox" USING btree ("given_up_at") WHERE ("outbox"."given_up_at" is not null and "outbox"."dismissed_at" is null and ("outbox"."may_be_sent" or "outbox"."last_error" ~ '^(WeChat refused [^:]*: (40037|41030|47003)|its template is not configured|it was due for more than a day)'));--> statement-breakpoint
CREATE INDEX "outbox_failing" ON "outbox" USING btree ("id") WHERE "outbox"."sent_at" is null and "outbox"."given_up_at" is null and "outbox"."last_error" is not null;--> statement-breakpoint
CREATE INDEX "outbox_lost" ON "outbox" USING btree ("id") WHERE "outbox"."given_up_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_once" ON "outbox" USING btree ("message_id","channel");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("next_attempt_at") WHERE "outbox"."sent_at" is null and "outbox"."given_up_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "client_errors_one_a_day" ON "client_errors" USING btree ("day","fingerprint");--> statement-breakpoint
CREATE INDEX "client_errors_by_time" ON "client_errors" USING btree ("last_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invariant_runs_one" ON "invariant_runs" USING btree (("ended_at" is null)) WHERE "invariant_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "invariant_runs_ended" ON "invariant_runs" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "orders_of_object" ON "orders" USING btree ("kind","object_id");--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_kind" ON "orders" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_method" ON "orders" USING btree ("method","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_amount" ON "orders" USING btree ("amount_fen","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("paid_at") WHERE "orders"."state" = 'PAID';--> statement-breakpoint
CREATE INDEX "orders_by_closing" ON "orders" USING btree ("closed_at","id");--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("expires_at") WHERE "orders"."state" = 'UNPAID';--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_settled_once" ON "payments" USING btree ("order_id") WHERE "payments"."state" = 'SETTLED';--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree (coalesce("settled_at", "created_at"),"id");--> statement-breakpoint
CREATE INDEX "payments_to_poll" ON "payments" USING btree ("next_poll_at") WHERE "payments"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_stuck_first" ON "refunds" USING btree (("state" = 'STUCK'),"created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_by_state" ON "refunds" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_by_time" ON "refunds" USING btree (coalesce("done_at", "created_at"),"id");--> statement-breakpoint
CREATE INDEX "refunds_by_asking" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_by_end" ON "refunds" USING btree ("done_at","id");--> statement-breakpoint
CREATE INDEX "refunds_to_try" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."state" in ('WAITING', 'PROCESSING');--> statement-breakpoint
CREATE INDEX "shipments_refused_first" ON "shipments" USING btree (("state" = 'REFUSED'),"id");--> statement-breakpoint
CREATE INDEX "shipments_by_state" ON "shipments" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "shipments_to_try" ON "shipments" USING btree ("next_try_at") WHERE "shipments"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "simulated_notifications_waiting" ON "simulated_notifications" USING btree ("deliver_at") WHERE "simulated_notifications"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "level_changes_of_user" ON "level_changes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "level_changes_by_time" ON "level_changes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reconcile_findings_open" ON "reconcile_findings" USING btree ("run_id") WHERE "reconcile_findings"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "reconcile_findings_of_run" ON "reconcile_findings" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "reconcile_runs_of_day" ON "reconcile_runs" USING btree ("day","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reconcile_runs_one_goes_on" ON "reconcile_runs" USING btree ("day") WHERE "reconcile_runs"."state" in ('WAITING', 'RUNNING');--> statement-breakpoint
CREATE INDEX "reconcile_runs_failed" ON "reconcile_runs" USING btree ("ended_at") WHERE "reconcile_runs"."state" = 'FAILED';--> statement-breakpoint
CREATE INDEX "coach_applications_of_user" ON "coach_applications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "coach_applications_by_status" ON "coach_applications" USING btree ("approve_status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "coach_applications_one_waits" ON "coach_applications" USING btree ("user_id") WHERE "coach_applications"."approve_status" = 0;--> statement-breakpoint
CREATE INDEX "like_records_of_object" ON "like_records" USING btree ("record_type","related_id");--> statement-breakpoint
CREATE INDEX "like_records_of_target" ON "like_records" USING btree ("target_user_id");--> statement-breakpoint
CREATE INDEX "student_finds_by_age" ON "student_finds" USING btree ("found_at");--> statement-breakpoint
CREATE INDEX "student_relations_of_player" ON "student_relations" USING btree ("player_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_one_waits" ON "reports" USING btree ("reporter_id","kind","object_id") WHERE "reports"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "reports_waiting" ON "reports" USING btree ("id") WHERE "reports"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "reports_decided" ON "reports" USING btree ("decided_at","id") WHERE "reports"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "reports_of_object" ON "reports" USING btree ("kind","object_id","id");--> statement-breakpoint
CREATE INDEX "reports_of_reporter" ON "reports" USING btree ("reporter_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_of_owner" ON "reports" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "coach_locks_of_day" ON "coach_locks" USING btree ("coach_id","day");--> statement-breakpoint
CREATE INDEX "coach_locks_of_series" ON "coach_locks" USING btree ("series_id") WHERE "coach_locks"."series_id" is not null;--> statement-breakpoint
CREATE INDEX "lock_yields_of_invitation" ON "lock_yields" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "slot_claims_of_holder" ON "slot_claims" USING btree ("holder_kind","holder_id");--> statement-breakpoint
CREATE INDEX "venue_locks_of_day" ON "venue_locks" USING btree ("venue_id","day");--> statement-breakpoint
CREATE INDEX "share_links_of_object" ON "share_links" USING btree ("kind","object_id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_categories_name" ON "product_categories" USING btree ("name") WHERE "product_categories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_of_category" ON "products" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "shop_order_items_of_product" ON "shop_order_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "shop_orders_of_user" ON "shop_orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "shop_orders_by_status" ON "shop_orders" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "shop_orders_by_time" ON "shop_orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "shop_orders_of_phone" ON "shop_orders" USING btree ("contact_phone","id");--> statement-breakpoint
CREATE INDEX "shop_orders_by_wish" ON "shop_orders" USING btree ("refund_choice","id") WHERE "shop_orders"."refund_choice" <> 'NONE';--> statement-breakpoint
CREATE INDEX "shop_orders_unsent" ON "shop_orders" USING btree ("paid_at") WHERE "shop_orders"."status" = 'PAID';--> statement-breakpoint
CREATE INDEX "shop_orders_refund_asked" ON "shop_orders" USING btree ("refund_asked_at") WHERE "shop_orders"."refund_choice" = 'ASKED';--> statement-breakpoint
CREATE INDEX "shop_orders_to_receive" ON "shop_orders" USING btree ("sent_at") WHERE "shop_orders"."status" = 'SENT';--> statement-breakpoint
CREATE INDEX "shop_orders_with_address" ON "shop_orders" USING btree (coalesce("received_at", "ended_at")) WHERE "shop_orders"."contact_phone" <> '';--> statement-breakpoint
CREATE INDEX "stock_ledger_by_time" ON "stock_ledger" USING btree ("created_at","product_id","seq");--> statement-breakpoint
CREATE INDEX "staff_of_merchant" ON "staff" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "merchant_strings_of_merchant" ON "merchant_strings" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "merchants_by_city" ON "merchants" USING btree ("city","district");--> statement-breakpoint
CREATE INDEX "rackets_of_user" ON "rackets" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rackets_one_main" ON "rackets" USING btree ("user_id","sport") WHERE "rackets"."is_main";--> statement-breakpoint
CREATE INDEX "string_ledger_by_time" ON "string_ledger" USING btree ("created_at","string_id","seq");--> statement-breakpoint
CREATE INDEX "stringing_services_of_merchant" ON "stringing_services" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "merchant_photos_not_shown" ON "merchant_photos" USING btree ("id") WHERE not "merchant_photos"."is_shown";--> statement-breakpoint
CREATE INDEX "stringing_orders_of_user" ON "stringing_orders" USING btree ("user_id","response_time");--> statement-breakpoint
CREATE INDEX "stringing_orders_of_merchant" ON "stringing_orders" USING btree ("merchant_id","status","response_time");--> statement-breakpoint
CREATE INDEX "stringing_orders_in_shop" ON "stringing_orders" USING btree ("merchant_id",array_position(array['PAID', 'RECEIVED', 'STRINGING', 'READY', 'COMPLETED', 'CANCELLED'], "status"),(case when not "status" in ('COMPLETED', 'CANCELLED') then coalesce("due_at", "expected_at") end),(case when "status" in ('COMPLETED', 'CANCELLED') then "response_time" end) desc nulls last,"id");--> statement-breakpoint
CREATE INDEX "stringing_orders_by_status" ON "stringing_orders" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "stringing_orders_waiting" ON "stringing_orders" USING btree ("status",greatest("response_time", case when "status" in ('PAID', 'RECEIVED', 'STRINGING') then coalesce("due_at", "expected_at") end)) WHERE "stringing_orders"."status" in ('PAID', 'RECEIVED', 'STRINGING', 'READY');--> statement-breakpoint
CREATE INDEX "stringing_orders_to_return" ON "stringing_orders" USING btree ("response_time") WHERE "stringing_orders"."status" = 'CANCELLED' and ("stringing_orders"."received_at" is not null and "stringing_orders"."completed_at" is null and "stringing_orders"."returned_at" is null and not "stringing_orders"."is_racket_lost");--> statement-breakpoint
CREATE INDEX "stringing_orders_of_racket" ON "stringing_orders" USING btree ("racket_id");--> statement-breakpoint
CREATE INDEX "stringing_orders_ready" ON "stringing_orders" USING btree ("merchant_id","ready_at") WHERE "stringing_orders"."ready_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "stringing_orders_code" ON "stringing_orders" USING btree ("merchant_id","pickup_code") WHERE ("stringing_orders"."status" not in ('COMPLETED', 'CANCELLED') or ("stringing_orders"."received_at" is not null and "stringing_orders"."completed_at" is null and "stringing_orders"."returned_at" is null and not "stringing_orders"."is_racket_lost"));--> statement-breakpoint
CREATE UNIQUE INDEX "stringing_orders_one_of_racket" ON "stringing_orders" USING btree ("racket_id") WHERE "stringing_orders"."status" not in ('COMPLETED', 'CANCELLED');--> statement-breakpoint
CREATE INDEX "stringing_orders_with_address" ON "stringing_orders" USING btree ("response_time") WHERE "stringing_orders"."contact_phone" <> '';--> statement-breakpoint
CREATE INDEX "stringing_parts_of_string" ON "stringing_parts" USING btree ("string_id");--> statement-breakpoint
CREATE INDEX "stringing_refunds_of_order" ON "stringing_refunds" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "stringing_refunds_waiting_first" ON "stringing_refunds" USING btree (("state" = 'WAITING'),"id");--> statement-breakpoint
CREATE INDEX "stringing_refunds_by_state" ON "stringing_refunds" USING btree ("state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "stringing_refunds_one_waits" ON "stringing_refunds" USING btree ("order_id") WHERE "stringing_refunds"."state" = 'WAITING';--> statement-breakpoint
CREATE UNIQUE INDEX "stringing_refunds_once" ON "stringing_refunds" USING btree ("order_id") WHERE "stringing_refunds"."state" = 'DONE';--> statement-breakpoint
CREATE INDEX "stringing_reviews_of_merchant" ON "stringing_reviews" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "stringing_steps_by_time" ON "stringing_steps" USING btree ("created_at","order_id","seq");--> statement-breakpoint
CREATE INDEX "stringing_steps_of_actor" ON "stringing_steps" USING btree ("actor","actor_id","created_at");--> statement-breakpoint
CREATE INDEX "coach_venues_of_venue" ON "coach_venues" USING btree ("venue_id");--> statement-breakpoint
CREATE INDEX "coach_venues_waiting" ON "coach_venues" USING btree ("id") WHERE "coach_venues"."approve_status" = 0;--> statement-breakpoint
CREATE INDEX "coach_venues_decided" ON "coach_venues" USING btree ("decided_at","id") WHERE "coach_venues"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "venues_by_city" ON "venues" USING btree ("city","approve_status");--> statement-breakpoint
CREATE INDEX "venues_waiting" ON "venues" USING btree ("id") WHERE "venues"."approve_status" = 0;--> statement-breakpoint
CREATE INDEX "venues_decided" ON "venues" USING btree ("decided_at","id") WHERE "venues"."decided_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "venues_once_waiting" ON "venues" USING btree ("created_by","city","name") WHERE "venues"."approve_status" = 0;--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "job_failures_open" ON "job_failures" USING btree ("name","what","error") WHERE "job_failures"."retried_at" is null;--> statement-breakpoint
CREATE INDEX "job_failures_by_time" ON "job_failures" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "job_failures_of_job" ON "job_failures" USING btree ("name","last_at");--> statement-breakpoint
CREATE INDEX "revisions_by_age" ON "revisions" USING btree ("created_at");
--> statement-breakpoint
-- A payment by card names its card; the two tables' modules must not import each other.
ALTER TABLE "payments" ADD CONSTRAINT "payments_card_id_stored_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "stored_cards"("id");
--> statement-breakpoint
-- The balance of a contract is the balance after its last ledger row: neither moves without the other.
-- Deferred, since both are written in one transaction, in either order.
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_balance_is_ledger"
  FOREIGN KEY ("id", "seq", "remaining_sessions", "held_sessions")
  REFERENCES "lesson_ledger" ("contract_id", "seq", "remaining_after", "held_after") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
-- Ledgers and audit trails are only ever added to.
CREATE FUNCTION "refuse_rewriting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;
--> statement-breakpoint
CREATE TRIGGER "lesson_ledger_no_truncate" BEFORE TRUNCATE ON "lesson_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "invitation_events_no_truncate" BEFORE TRUNCATE ON "invitation_events"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
-- The balance of a card is the balance after its last ledger row: neither moves without the other.
ALTER TABLE "stored_cards" ADD CONSTRAINT "stored_cards_balance_is_ledger"
  FOREIGN KEY ("id", "seq", "principal_fen", "gift_fen")
  REFERENCES "card_ledger" ("card_id", "seq", "principal_after", "gift_after") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE TRIGGER "card_ledger_append_only" BEFORE UPDATE OR DELETE ON "card_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "card_ledger_no_truncate" BEFORE TRUNCATE ON "card_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
ALTER TABLE "merchant_strings" ADD CONSTRAINT "merchant_strings_balance" FOREIGN KEY ("id", "seq", "stock_metres")
  REFERENCES "string_ledger" ("string_id", "seq", "metres_after") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE TRIGGER "string_ledger_append_only" BEFORE UPDATE OR DELETE ON "string_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "string_ledger_no_truncate" BEFORE TRUNCATE ON "string_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_balance" FOREIGN KEY ("id", "seq", "stock")
  REFERENCES "stock_ledger" ("product_id", "seq", "units_after") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE TRIGGER "stock_ledger_append_only" BEFORE UPDATE OR DELETE ON "stock_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "stock_ledger_no_truncate" BEFORE TRUNCATE ON "stock_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "stringing_steps_append_only" BEFORE UPDATE OR DELETE ON "stringing_steps"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "stringing_steps_no_truncate" BEFORE TRUNCATE ON "stringing_steps"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
-- What people said of themselves goes when their two accounts become one; what others said stays.
CREATE TRIGGER "level_changes_kept" BEFORE DELETE ON "level_changes"
  FOR EACH ROW WHEN (OLD."source" <> 'SELF') EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "level_changes_no_truncate" BEFORE TRUNCATE ON "level_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
-- A closed account starts nothing. The lock on its user row makes a start wait for a closing that runs,
-- and the closing wait for a start.
CREATE FUNCTION "refuse_closed_account"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named text;
  closed timestamptz;
BEGIN
  FOREACH named IN ARRAY TG_ARGV LOOP
    SELECT closed_at INTO closed FROM users WHERE id = (to_jsonb(NEW) ->> named)::bigint FOR KEY SHARE;
    IF closed IS NOT NULL THEN
      RAISE EXCEPTION 'the account in %.% is closed', TG_TABLE_NAME, named
        USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "invitations_by_open_account" BEFORE INSERT OR UPDATE OF "initiator_id", "coach_id" ON "invitations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('initiator_id', 'coach_id');
--> statement-breakpoint
CREATE TRIGGER "seats_by_open_account" BEFORE INSERT OR UPDATE OF "state" ON "seats"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "ball_games_by_open_account" BEFORE INSERT OR UPDATE OF "initiator_id" ON "ball_games"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('initiator_id');
--> statement-breakpoint
CREATE TRIGGER "ball_participants_by_open_account" BEFORE INSERT OR UPDATE OF "state" ON "ball_participants"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "ball_waiters_by_open_account" BEFORE INSERT ON "ball_waiters"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "ball_requests_by_open_account" BEFORE INSERT ON "ball_requests"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "orders_by_open_account" BEFORE INSERT ON "orders"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "contracts_by_open_account" BEFORE INSERT OR UPDATE OF "remaining_sessions" ON "contracts"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "company_members_by_open_account" BEFORE INSERT ON "company_members"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "student_relations_by_open_account" BEFORE INSERT ON "student_relations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('coach_id', 'player_id');
--> statement-breakpoint
CREATE TRIGGER "coach_venues_by_open_account" BEFORE INSERT ON "coach_venues"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('coach_id');
--> statement-breakpoint
CREATE TRIGGER "coach_applications_by_open_account" BEFORE INSERT ON "coach_applications"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "login_sessions_by_open_account" BEFORE INSERT ON "login_sessions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "credentials_by_open_account" BEFORE INSERT ON "credentials"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "addresses_by_open_account" BEFORE INSERT ON "addresses"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "business_cards_by_open_account" BEFORE INSERT ON "business_cards"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "calendar_feeds_by_open_account" BEFORE INSERT ON "calendar_feeds"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "wechat_keys_by_open_account" BEFORE INSERT ON "wechat_keys"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "staff_audit_events_append_only" BEFORE UPDATE OR DELETE ON "staff_audit_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "phone_conflicts_by_open_account" BEFORE INSERT ON "phone_conflicts"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
-- No money goes to a closed account, even where it was requested before.
CREATE TRIGGER "stored_cards_by_open_account" BEFORE INSERT ON "stored_cards"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "card_adjustments_by_open_account" BEFORE INSERT ON "card_adjustments"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "card_adjustments_done_for_open_account" BEFORE UPDATE OF "state" ON "card_adjustments"
  FOR EACH ROW WHEN (NEW.state = 'DONE') EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
CREATE TRIGGER "password_requests_by_open_account" BEFORE INSERT ON "password_requests"
  FOR EACH ROW EXECUTE FUNCTION "refuse_closed_account"('user_id');
--> statement-breakpoint
-- In an append-only row, text in review may replace its placeholder. Nothing else may change.
-- Arguments: the column of the text, then the columns that the database computes and a trigger does not see yet.
CREATE FUNCTION "refuse_rewriting_but_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) ->> TG_ARGV[0] LIKE '%（审核中，编号 %'
    AND to_jsonb(NEW) - TG_ARGV = to_jsonb(OLD) - TG_ARGV THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;
--> statement-breakpoint
CREATE TRIGGER "lesson_ledger_append_only" BEFORE UPDATE OR DELETE ON "lesson_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_but_text"('reason', 'prev_seq', 'prev_remaining', 'prev_held');
--> statement-breakpoint
CREATE TRIGGER "invitation_events_append_only" BEFORE UPDATE OR DELETE ON "invitation_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_but_text"('reason');
--> statement-breakpoint
CREATE TRIGGER "level_changes_append_only" BEFORE UPDATE ON "level_changes"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_but_text"('note');
--> statement-breakpoint
-- A change of what people decide on counts one revision and records the columns, whoever writes it.
CREATE FUNCTION "count_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text[];
BEGIN
  SELECT array_agg(name) INTO changed FROM unnest(TG_ARGV) AS name
    WHERE to_jsonb(NEW) -> name IS DISTINCT FROM to_jsonb(OLD) -> name;
  IF changed IS NOT NULL THEN
    NEW.revision := OLD.revision + 1;
    INSERT INTO revisions (table_name, row_id, revision, changed_columns)
      VALUES (TG_TABLE_NAME, NEW.id, NEW.revision, changed);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Lets the columns of a table count revisions. Called again with all of them when one is added.
CREATE FUNCTION "count_revisions_of"(counted_table text, VARIADIC counted_columns text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER %I BEFORE UPDATE OF %s ON %I FOR EACH ROW EXECUTE FUNCTION "count_revision"(%s)',
    counted_table || '_revision',
    (SELECT string_agg(quote_ident(name), ', ') FROM unnest(counted_columns) AS name),
    counted_table,
    (SELECT string_agg(quote_literal(name), ', ') FROM unnest(counted_columns) AS name));
END $$;
--> statement-breakpoint
SELECT count_revisions_of('invitations', 'course_date', 'begin_time_slot', 'end_time_slot', 'coach_id', 'stadium_id', 'court_id',
  'course_design_id', 'course_design_name', 'course_design_price', 'participants_count', 'use_unavailable',
  'message_to_coach', 'message_to_players');
--> statement-breakpoint
SELECT count_revisions_of('ball_games', 'activity_date', 'begin_time_slot', 'end_time_slot', 'stadium_id', 'court_id', 'place',
  'title', 'description', 'sport', 'match_type', 'level_from', 'level_to', 'gender_rule', 'min_players',
  'max_players', 'fee_mode', 'fee_fen', 'court_fee_fen', 'extras_fen', 'closing_hours', 'initiator_id');
--> statement-breakpoint
SELECT count_revisions_of('courses', 'course_name', 'course_description', 'price_per_session', 'session_duration',
  'max_participants', 'common_course_id');
--> statement-breakpoint
SELECT count_revisions_of('companies', 'company_name', 'phone', 'free_cancel_hours', 'forgiven_late_cancels', 'first_start',
  'last_start');
--> statement-breakpoint
SELECT count_revisions_of('contracts', 'remaining_sessions', 'expiry_date');
--> statement-breakpoint
SELECT count_revisions_of('products', 'name', 'subtitle', 'description', 'pictures', 'price_fen', 'original_fen', 'category_id',
  'is_published');
--> statement-breakpoint
SELECT count_revisions_of('product_categories', 'name');
--> statement-breakpoint
SELECT count_revisions_of('venues', 'name', 'address', 'city', 'district', 'latitude', 'longitude', 'phone', 'avatar',
  'court_codes', 'court_count', 'first_start', 'last_start', 'free_ball_limit');
--> statement-breakpoint
SELECT count_revisions_of('adverts', 'title', 'label', 'subtitle', 'image', 'target', 'place', 'begins_at', 'ends_at');
--> statement-breakpoint
SELECT count_revisions_of('merchants', 'name', 'avatar', 'introduction', 'city', 'district', 'address', 'latitude', 'longitude',
  'phone', 'turnaround_hours', 'open_from', 'open_to', 'courier_fee_fen', 'is_published');
--> statement-breakpoint
SELECT count_revisions_of('stringing_services', 'name', 'price_fen', 'is_offered');
--> statement-breakpoint
SELECT count_revisions_of('merchant_strings', 'brand', 'name', 'material', 'gauge', 'color', 'half_price_fen', 'is_offered',
  'low_stock_metres');
--> statement-breakpoint
SELECT count_revisions_of('staff', 'nickname', 'is_lead', 'disabled_at');
--> statement-breakpoint
SELECT count_revisions_of('stringing_orders', 'status', 'accepted_at', 'returned_at', 'is_racket_lost', 'due_at', 'expected_at',
  'notes', 'hand_in', 'contact_name', 'contact_phone', 'address_region', 'address_detail');
--> statement-breakpoint
SELECT count_revisions_of('shop_orders', 'status', 'refund_choice', 'refund_reason', 'contact_name', 'contact_phone',
  'address_region', 'address_detail', 'carrier', 'tracking_no');
--> statement-breakpoint
SELECT count_revisions_of('stored_cards', 'principal_fen', 'gift_fen');
--> statement-breakpoint
SELECT count_revisions_of('users', 'nickname', 'user_type', 'phone', 'phone_verified', 'open_id', 'union_id', 'avatar',
  'description', 'nice_photos', 'gender', 'region', 'handedness', 'backhand_style', 'wechat_id', 'wechat_id_open');
--> statement-breakpoint
SELECT count_revisions_of('password_requests', 'account', 'contact', 'proof');
--> statement-breakpoint
SELECT count_revisions_of('addresses', 'name', 'phone', 'region_code', 'detail', 'is_default');
--> statement-breakpoint
SELECT count_revisions_of('rackets', 'sport', 'brand', 'model', 'code', 'grip_size', 'pattern', 'weight_grams', 'min_tension',
  'max_tension', 'is_main');
