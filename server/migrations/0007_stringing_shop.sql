CREATE TABLE "addresses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"region_code" text NOT NULL,
	"detail" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "addresses_region" CHECK ("addresses"."region_code" ~ '^[0-9]{6}$')
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_version" CHECK ("calendar_feeds"."version" > 0)
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
	CONSTRAINT "product_categories_name" UNIQUE("name")
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
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
	"refund_wish" text DEFAULT 'NONE' NOT NULL,
	"refund_reason" text DEFAULT '' NOT NULL,
	"refund_answer" text DEFAULT '' NOT NULL,
	"is_restocked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_orders_no" UNIQUE("order_no"),
	CONSTRAINT "shop_orders_payment" UNIQUE("payment_order_id"),
	CONSTRAINT "shop_orders_status" CHECK ("shop_orders"."status" in ('UNPAID', 'PAID', 'SENT', 'RECEIVED', 'CLOSED', 'REFUNDED')),
	CONSTRAINT "shop_orders_refund_wish" CHECK ("shop_orders"."refund_wish" in ('NONE', 'ASKED', 'AGREED', 'DENIED')),
	CONSTRAINT "shop_orders_paid" CHECK ("shop_orders"."status" in ('UNPAID', 'CLOSED') = ("shop_orders"."paid_at" is null)),
	CONSTRAINT "shop_orders_sent" CHECK ("shop_orders"."status" not in ('SENT', 'RECEIVED') or "shop_orders"."sent_at" is not null),
	CONSTRAINT "shop_orders_received" CHECK ("shop_orders"."status" <> 'RECEIVED' or "shop_orders"."received_at" is not null),
	CONSTRAINT "shop_orders_ended" CHECK (("shop_orders"."status" in ('CLOSED', 'REFUNDED')) = ("shop_orders"."ended_at" is not null)),
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_ledger_pkey" PRIMARY KEY("product_id","seq"),
	CONSTRAINT "stock_ledger_balance" UNIQUE("product_id","seq","units_after"),
	CONSTRAINT "stock_ledger_once" UNIQUE("product_id","kind","reference"),
	CONSTRAINT "stock_ledger_seq" CHECK ("stock_ledger"."seq" > 0),
	CONSTRAINT "stock_ledger_first" CHECK ("stock_ledger"."seq" > 1 or "stock_ledger"."units_after" = "stock_ledger"."units_change"),
	CONSTRAINT "stock_ledger_kind" CHECK ("stock_ledger"."kind" in ('DELIVERY', 'SALE', 'RETURN', 'ADJUST')),
	CONSTRAINT "stock_ledger_effect" CHECK (case "stock_ledger"."kind" when 'DELIVERY' then "stock_ledger"."units_change" >= 0 when 'SALE' then "stock_ledger"."units_change" < 0 when 'RETURN' then "stock_ledger"."units_change" > 0 else true end)
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
	"seq" integer NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	CONSTRAINT "merchant_strings_sport" CHECK ("merchant_strings"."sport" in ('tennis', 'badminton')),
	CONSTRAINT "merchant_strings_material" CHECK ("merchant_strings"."material" in ('POLY', 'NYLON', 'MULTI', 'GUT')),
	CONSTRAINT "merchant_strings_gauge" CHECK ("merchant_strings"."gauge" between 0.5 and 2),
	CONSTRAINT "merchant_strings_price" CHECK ("merchant_strings"."half_price_fen" between 1 and 9007199254740991),
	CONSTRAINT "merchant_strings_stock" CHECK ("merchant_strings"."stock_metres" >= 0)
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
	"retired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "string_ledger_pkey" PRIMARY KEY("string_id","seq"),
	CONSTRAINT "string_ledger_balance" UNIQUE("string_id","seq","metres_after"),
	CONSTRAINT "string_ledger_once" UNIQUE("string_id","kind","reference"),
	CONSTRAINT "string_ledger_seq" CHECK ("string_ledger"."seq" > 0),
	CONSTRAINT "string_ledger_first" CHECK ("string_ledger"."seq" > 1 or "string_ledger"."metres_after" = "string_ledger"."metres_change"),
	CONSTRAINT "string_ledger_kind" CHECK ("string_ledger"."kind" in ('IN', 'DRAWN', 'ADJUSTED')),
	CONSTRAINT "string_ledger_effect" CHECK (case "string_ledger"."kind" when 'IN' then "string_ledger"."metres_change" >= 0 when 'DRAWN' then "string_ledger"."metres_change" < 0 else true end)
);
--> statement-breakpoint
CREATE TABLE "merchant_photos" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"relative_path" text NOT NULL,
	"merchant_id" bigint NOT NULL,
	"staff_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"discarded_at" timestamp with time zone,
	CONSTRAINT "merchant_photos_path" UNIQUE("relative_path"),
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
	"ready_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"cancel_reason" text,
	"response_time" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stringing_orders_no" UNIQUE("order_no"),
	CONSTRAINT "stringing_orders_payment" UNIQUE("payment_order_id"),
	CONSTRAINT "stringing_orders_sport" CHECK ("stringing_orders"."sport" in ('tennis', 'badminton')),
	CONSTRAINT "stringing_orders_hand_in" CHECK ("stringing_orders"."hand_in" in ('DROP_OFF', 'COURIER')),
	CONSTRAINT "stringing_orders_address" CHECK (("stringing_orders"."hand_in" = 'COURIER') = ("stringing_orders"."contact_name" is not null and "stringing_orders"."contact_phone" is not null and "stringing_orders"."address_region" is not null and "stringing_orders"."address_detail" is not null)),
	CONSTRAINT "stringing_orders_pre_stretch" CHECK ("stringing_orders"."pre_stretch" in (0, 5, 10)),
	CONSTRAINT "stringing_orders_knots" CHECK ("stringing_orders"."knots" in (2, 4)),
	CONSTRAINT "stringing_orders_status" CHECK ("stringing_orders"."status" in ('SUBMITTED', 'PAID', 'RECEIVED', 'STRINGING', 'READY', 'COMPLETED', 'CANCELLED')),
	CONSTRAINT "stringing_orders_cancelled" CHECK (("stringing_orders"."status" = 'CANCELLED') = ("stringing_orders"."cancel_reason" is not null)),
	CONSTRAINT "stringing_orders_cancel_reason" CHECK ("stringing_orders"."cancel_reason" in ('PLAYER', 'MERCHANT', 'UNPAID')),
	CONSTRAINT "stringing_orders_ready" CHECK (("stringing_orders"."status" in ('READY', 'COMPLETED')) = ("stringing_orders"."ready_at" is not null)),
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
CREATE TABLE "stringing_reviews" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"merchant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"stars" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stringing_reviews_stars" CHECK ("stringing_reviews"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "stringing_steps" (
	"order_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"deed" text NOT NULL,
	"status" text NOT NULL,
	"actor" text NOT NULL,
	"actor_id" bigint,
	"remark" text DEFAULT '' NOT NULL,
	"photos" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stringing_steps_pkey" PRIMARY KEY("order_id","seq"),
	CONSTRAINT "stringing_steps_seq" CHECK ("stringing_steps"."seq" > 0),
	CONSTRAINT "stringing_steps_actor" CHECK ("stringing_steps"."actor" in ('PLAYER', 'MERCHANT', 'SYSTEM')),
	CONSTRAINT "stringing_steps_deed" CHECK ("stringing_steps"."deed" in ('submit', 'pay', 'accept', 'receive', 'start', 'ready', 'handOver', 'cancel', 'refuse', 'lapse')),
	CONSTRAINT "stringing_steps_status" CHECK ("stringing_steps"."status" in ('SUBMITTED', 'PAID', 'RECEIVED', 'STRINGING', 'READY', 'COMPLETED', 'CANCELLED'))
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_kind";--> statement-breakpoint
ALTER TABLE "merchants" DROP CONSTRAINT "merchants_rating";--> statement-breakpoint
ALTER TABLE "ball_games" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "common_course_id" bigint;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "rating_sum" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "rating_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "courier_fee_fen" bigint;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "is_published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "stringing_services" ADD COLUMN "kind" text DEFAULT 'LABOUR' NOT NULL;--> statement-breakpoint
ALTER TABLE "stringing_services" ALTER COLUMN "kind" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "stringing_services" ADD COLUMN "is_offered" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "audience" text DEFAULT 'app' NOT NULL;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_product_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."product_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_order_items" ADD CONSTRAINT "shop_order_items_order_id_shop_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_order_items" ADD CONSTRAINT "shop_order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_payment_order_id_orders_id_fk" FOREIGN KEY ("payment_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_chain" FOREIGN KEY ("product_id","prev_seq","prev_units") REFERENCES "public"."stock_ledger"("product_id","seq","units_after") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_strings" ADD CONSTRAINT "merchant_strings_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rackets" ADD CONSTRAINT "rackets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "string_ledger" ADD CONSTRAINT "string_ledger_string_id_merchant_strings_id_fk" FOREIGN KEY ("string_id") REFERENCES "public"."merchant_strings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "string_ledger" ADD CONSTRAINT "string_ledger_chain" FOREIGN KEY ("string_id","prev_seq","prev_metres") REFERENCES "public"."string_ledger"("string_id","seq","metres_after") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_photos" ADD CONSTRAINT "merchant_photos_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_racket_id_rackets_id_fk" FOREIGN KEY ("racket_id") REFERENCES "public"."rackets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_orders" ADD CONSTRAINT "stringing_orders_payment_order_id_orders_id_fk" FOREIGN KEY ("payment_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_parts" ADD CONSTRAINT "stringing_parts_order_id_stringing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."stringing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_parts" ADD CONSTRAINT "stringing_parts_string_id_merchant_strings_id_fk" FOREIGN KEY ("string_id") REFERENCES "public"."merchant_strings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_reviews" ADD CONSTRAINT "stringing_reviews_order_id_stringing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."stringing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_reviews" ADD CONSTRAINT "stringing_reviews_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_reviews" ADD CONSTRAINT "stringing_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stringing_steps" ADD CONSTRAINT "stringing_steps_order_id_stringing_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."stringing_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "addresses_of_user" ON "addresses" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE "addresses"."is_default";--> statement-breakpoint
CREATE INDEX "staff_sessions_of_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "products_of_category" ON "products" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "shop_order_items_of_product" ON "shop_order_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "shop_orders_of_user" ON "shop_orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "shop_orders_by_status" ON "shop_orders" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "shop_orders_to_receive" ON "shop_orders" USING btree ("sent_at") WHERE "shop_orders"."status" = 'SENT';--> statement-breakpoint
CREATE INDEX "merchant_strings_of_merchant" ON "merchant_strings" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "rackets_of_user" ON "rackets" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rackets_one_main" ON "rackets" USING btree ("user_id","sport") WHERE "rackets"."is_main";--> statement-breakpoint
CREATE INDEX "stringing_orders_of_user" ON "stringing_orders" USING btree ("user_id","response_time");--> statement-breakpoint
CREATE INDEX "stringing_orders_of_merchant" ON "stringing_orders" USING btree ("merchant_id","status");--> statement-breakpoint
CREATE INDEX "stringing_orders_of_racket" ON "stringing_orders" USING btree ("racket_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stringing_orders_code" ON "stringing_orders" USING btree ("merchant_id","pickup_code") WHERE "stringing_orders"."status" not in ('COMPLETED', 'CANCELLED');--> statement-breakpoint
CREATE INDEX "stringing_parts_of_string" ON "stringing_parts" USING btree ("string_id");--> statement-breakpoint
CREATE INDEX "stringing_reviews_of_merchant" ON "stringing_reviews" USING btree ("merchant_id","created_at");--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_common_course_id_common_courses_id_fk" FOREIGN KEY ("common_course_id") REFERENCES "public"."common_courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "courses_of_common_course" ON "courses" USING btree ("common_course_id");--> statement-breakpoint
CREATE INDEX "merchants_by_city" ON "merchants" USING btree ("city","district");--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_pkey";
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("audience","user_id","key");--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_merchant" CHECK (("staff"."kind" = 'merchant') = ("staff"."merchant_id" is not null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_kind" CHECK ("orders"."kind" in ('BALL_PUBLISH', 'BALL_SEAT', 'BALL_SWAP', 'CARD_TOP_UP', 'STRINGING', 'SHOP'));--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_turnaround" CHECK ("merchants"."turnaround_hours" between 1 and 720);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_courier" CHECK ("merchants"."courier_fee_fen" between 0 and 9007199254740991);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_rating" CHECK ("merchants"."rating_count" >= 0 and "merchants"."rating_sum" between "merchants"."rating_count" and 5 * "merchants"."rating_count");--> statement-breakpoint
ALTER TABLE "stringing_services" ADD CONSTRAINT "stringing_services_kind" CHECK ("stringing_services"."kind" in ('LABOUR', 'EXTRA'));--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_audience" CHECK ("idempotency_keys"."audience" in ('app', 'staff'));--> statement-breakpoint
ALTER TABLE "merchants" DROP COLUMN "rating";--> statement-breakpoint
ALTER TABLE "merchant_strings" ADD CONSTRAINT "merchant_strings_balance" FOREIGN KEY ("id", "seq", "stock_metres")
  REFERENCES "string_ledger" ("string_id", "seq", "metres_after") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE TRIGGER "string_ledger_append_only" BEFORE UPDATE OR DELETE ON "string_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();--> statement-breakpoint
CREATE TRIGGER "string_ledger_no_truncate" BEFORE TRUNCATE ON "string_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_balance" FOREIGN KEY ("id", "seq", "stock")
  REFERENCES "stock_ledger" ("product_id", "seq", "units_after") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE TRIGGER "stock_ledger_append_only" BEFORE UPDATE OR DELETE ON "stock_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();--> statement-breakpoint
CREATE TRIGGER "stock_ledger_no_truncate" BEFORE TRUNCATE ON "stock_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();--> statement-breakpoint
CREATE TRIGGER "stringing_steps_append_only" BEFORE UPDATE OR DELETE ON "stringing_steps"
  FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();--> statement-breakpoint
CREATE TRIGGER "stringing_steps_no_truncate" BEFORE TRUNCATE ON "stringing_steps"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
