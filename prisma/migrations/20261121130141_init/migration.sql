-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "platform_sessions" (
    "id" TEXT NOT NULL,
    "shop" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "is_online" BOOLEAN NOT NULL DEFAULT false,
    "scope" TEXT,
    "expires" TIMESTAMPTZ(3),
    "access_token" TEXT NOT NULL,
    "user_id" BIGINT,
    "first_name" TEXT,
    "last_name" TEXT,
    "email" TEXT,
    "account_owner" BOOLEAN NOT NULL DEFAULT false,
    "locale" TEXT,
    "collaborator" BOOLEAN DEFAULT false,
    "email_verified" BOOLEAN DEFAULT false,
    "refresh_token" TEXT,
    "refresh_token_expires" TIMESTAMPTZ(3),

    CONSTRAINT "platform_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stores" (
    "id" BIGSERIAL NOT NULL,
    "domain" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "currency" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "country" TEXT,
    "portal_host" TEXT,
    "installed_at" TIMESTAMPTZ(3) NOT NULL,
    "authorised_at" TIMESTAMPTZ(3),
    "uninstalled_at" TIMESTAMPTZ(3),
    "synced_at" TIMESTAMPTZ(3),

    CONSTRAINT "stores_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "store_staff" (
    "store_id" BIGINT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "is_owner" BOOLEAN NOT NULL,
    "may_pay_out" BOOLEAN NOT NULL,
    "active_vendor_id" BIGINT,
    "locale" TEXT,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "store_staff_pkey" PRIMARY KEY ("store_id","subject_id")
);

-- CreateTable
CREATE TABLE "store_settings" (
    "store_id" BIGINT NOT NULL,
    "slice" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "version" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "store_settings_pkey" PRIMARY KEY ("store_id","slice")
);

-- CreateTable
CREATE TABLE "users" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "password_changed_at" TIMESTAMPTZ(3),
    "role" TEXT NOT NULL,
    "permissions" TEXT[],
    "locale" TEXT,
    "active_vendor_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_tokens" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "family_id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_codes" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "purpose" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "user_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vendors" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "email" TEXT,
    "status" TEXT NOT NULL,
    "auto_approve" BOOLEAN,
    "managed_by_marketplace" BOOLEAN NOT NULL DEFAULT false,
    "fields" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "vendors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vendor_aliases" (
    "store_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "vendor_id" BIGINT NOT NULL,

    CONSTRAINT "vendor_aliases_pkey" PRIMARY KEY ("store_id","key")
);

-- CreateTable
CREATE TABLE "vendor_applications" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "email" TEXT NOT NULL,
    "vendor_name" TEXT NOT NULL,
    "vendor_key" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,
    "vendor_id" BIGINT,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "vendor_applications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commission_lists" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "lines" JSONB NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "commission_lists_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "products" (
    "store_id" BIGINT NOT NULL,
    "id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "vendor_name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "body_html" TEXT NOT NULL,
    "product_type" TEXT NOT NULL DEFAULT '',
    "image_url" TEXT,
    "media" JSONB NOT NULL,
    "options" JSONB NOT NULL,
    "price_minor" BIGINT,
    "metafields" JSONB NOT NULL DEFAULT '[]',
    "inventory_total" INTEGER NOT NULL,
    "in_stock" BOOLEAN NOT NULL DEFAULT false,
    "seo" JSONB NOT NULL DEFAULT '{}',
    "search_text" TEXT NOT NULL,
    "submission" TEXT NOT NULL,
    "submitted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "platform_updated_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "products_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "variants" (
    "store_id" BIGINT NOT NULL,
    "id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "position" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "barcode" TEXT NOT NULL,
    "price_minor" BIGINT NOT NULL,
    "compare_at_minor" BIGINT,
    "inventory_item_id" BIGINT,
    "stock" INTEGER NOT NULL,
    "track_stock" BOOLEAN NOT NULL,
    "requires_shipping" BOOLEAN NOT NULL,
    "taxable" BOOLEAN NOT NULL,
    "options" JSONB NOT NULL,
    "levels" JSONB NOT NULL DEFAULT '{}',
    "weight" TEXT,
    "weight_unit" TEXT,
    "dimensions" JSONB,
    "local_pickup" BOOLEAN NOT NULL DEFAULT false,
    "media_id" TEXT,
    "metafields" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "variants_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "product_loads" (
    "store_id" BIGINT NOT NULL,
    "cursor" TEXT,
    "loaded" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_loads_pkey" PRIMARY KEY ("store_id")
);

-- CreateTable
CREATE TABLE "product_creations" (
    "store_id" BIGINT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "product_creations_pkey" PRIMARY KEY ("store_id","fingerprint")
);

-- CreateTable
CREATE TABLE "product_notes" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "author" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "product_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "uploads" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "proxy" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "stored_at" TIMESTAMPTZ(3),
    "file_id" TEXT,
    "attached_to" TEXT,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "store_id" BIGINT NOT NULL,
    "id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "taxes_included" BOOLEAN NOT NULL,
    "financial_status" TEXT NOT NULL,
    "total_minor" BIGINT NOT NULL,
    "facts" JSON NOT NULL,
    "frozen" JSON NOT NULL,
    "decisions" JSON NOT NULL,
    "historical" BOOLEAN NOT NULL,
    "ordered_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "platform_updated_at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "order_buyers" (
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "customer_id" BIGINT,
    "email" TEXT,
    "phone" TEXT,
    "name" TEXT,
    "shipping_address" JSONB,
    "billing_address" JSONB,
    "redacted" BOOLEAN NOT NULL DEFAULT false,
    "note" TEXT,
    "attributes" JSONB,

    CONSTRAINT "order_buyers_pkey" PRIMARY KEY ("store_id","order_id")
);

-- CreateTable
CREATE TABLE "order_lines" (
    "store_id" BIGINT NOT NULL,
    "id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "position" INTEGER NOT NULL,
    "product_id" BIGINT,
    "variant_id" BIGINT,
    "sku" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "variant_title" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "current_quantity" INTEGER NOT NULL,
    "fulfilled_quantity" INTEGER NOT NULL DEFAULT 0,
    "unit_price_minor" BIGINT NOT NULL,
    "requires_shipping" BOOLEAN NOT NULL,
    "gift_card" BOOLEAN NOT NULL,

    CONSTRAINT "order_lines_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "vendor_orders" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "ordered_at" TIMESTAMPTZ(3) NOT NULL,
    "financial_status" TEXT NOT NULL,
    "fulfilment" TEXT NOT NULL,
    "payout_state" TEXT NOT NULL,
    "item_count" INTEGER NOT NULL,
    "goods_minor" BIGINT NOT NULL,
    "discount_minor" BIGINT NOT NULL,
    "shipping_minor" BIGINT NOT NULL,
    "tax_minor" BIGINT NOT NULL,
    "total_minor" BIGINT NOT NULL,
    "commission_minor" BIGINT NOT NULL,
    "payout_minor" BIGINT NOT NULL,
    "posted_minor" BIGINT NOT NULL DEFAULT 0,
    "paid_out_minor" BIGINT NOT NULL DEFAULT 0,
    "override_percent" BIGINT,
    "override_flat_minor" BIGINT,
    "held" TEXT,
    "historical" BOOLEAN NOT NULL,
    "search_text" TEXT NOT NULL,
    "fulfilled_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vendor_orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_counters" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "fulfilment" TEXT NOT NULL,
    "payout_state" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "order_counters_pkey" PRIMARY KEY ("store_id","vendor_id","fulfilment","payout_state")
);

-- CreateTable
CREATE TABLE "fulfilments" (
    "store_id" BIGINT NOT NULL,
    "id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "carrier" TEXT,
    "tracking" TEXT,
    "url" TEXT,
    "lines" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fulfilments_pkey" PRIMARY KEY ("store_id","id","vendor_id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "subject" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "actor" JSONB NOT NULL,
    "detail" JSONB NOT NULL,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_transactions" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "reference" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "order_id" BIGINT,
    "vendor_id" BIGINT,
    "payout_id" BIGINT,
    "source" JSON NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_postings" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "account" TEXT NOT NULL,
    "vendor_id" BIGINT,
    "order_id" BIGINT,
    "amount_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_postings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vendor_balances" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "payable_minor" BIGINT NOT NULL,

    CONSTRAINT "vendor_balances_pkey" PRIMARY KEY ("store_id","vendor_id","currency")
);

-- CreateTable
CREATE TABLE "payouts" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "run_id" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "method" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "details" TEXT,
    "actor" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by" JSONB,

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_runs" (
    "store_id" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "results" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payout_runs_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "payout_lines" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "payout_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "vendor_order_id" BIGINT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "live" BOOLEAN NOT NULL,

    CONSTRAINT "payout_lines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" BIGSERIAL NOT NULL,
    "shop" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "event_id" TEXT,
    "subject_id" TEXT,
    "triggered_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "body" BYTEA,
    "facts" JSON,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "handled_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "dedupe_key" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "to_address" TEXT,
    "locale" TEXT,
    "params" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_templates" (
    "store_id" BIGINT NOT NULL,
    "template" TEXT NOT NULL,
    "subject" TEXT,
    "html_body" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "mail_templates_pkey" PRIMARY KEY ("store_id","template")
);

-- CreateTable
CREATE TABLE "due_work" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "done_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "due_work_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "store_id" BIGINT NOT NULL,
    "actor" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" INTEGER,
    "body" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("store_id","actor","key")
);

-- CreateTable
CREATE TABLE "compliance_requests" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "topic" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "subject" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "export" JSONB,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "compliance_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reconciliation_exceptions" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" TEXT,

    CONSTRAINT "reconciliation_exceptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_buckets" (
    "key" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "resets_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_buckets_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "stores_domain_key" ON "stores"("domain");

-- CreateIndex
CREATE UNIQUE INDEX "stores_portal_host_key" ON "stores"("portal_host");

-- CreateIndex
CREATE INDEX "users_store_id_vendor_id_idx" ON "users"("store_id", "vendor_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_store_id_email_key" ON "users"("store_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "refresh_tokens_token_hash_key" ON "refresh_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "refresh_tokens_store_id_family_id_idx" ON "refresh_tokens"("store_id", "family_id");

-- CreateIndex
CREATE INDEX "refresh_tokens_store_id_user_id_idx" ON "refresh_tokens"("store_id", "user_id");

-- CreateIndex
CREATE INDEX "user_codes_store_id_user_id_purpose_idx" ON "user_codes"("store_id", "user_id", "purpose");

-- CreateIndex
CREATE UNIQUE INDEX "vendors_store_id_key_key" ON "vendors"("store_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "vendors_store_id_handle_key" ON "vendors"("store_id", "handle");

-- CreateIndex
CREATE INDEX "vendor_applications_store_id_status_received_at_id_idx" ON "vendor_applications"("store_id", "status", "received_at", "id");

-- CreateIndex
CREATE INDEX "vendor_applications_store_id_email_idx" ON "vendor_applications"("store_id", "email");

-- CreateIndex
CREATE INDEX "vendor_applications_store_id_vendor_key_idx" ON "vendor_applications"("store_id", "vendor_key");

-- CreateIndex
CREATE INDEX "commission_lists_store_id_vendor_id_version_idx" ON "commission_lists"("store_id", "vendor_id", "version");

-- CreateIndex
CREATE INDEX "products_store_id_vendor_id_status_platform_updated_at_id_idx" ON "products"("store_id", "vendor_id", "status", "platform_updated_at", "id");

-- CreateIndex
CREATE INDEX "products_store_id_status_platform_updated_at_id_idx" ON "products"("store_id", "status", "platform_updated_at", "id");

-- CreateIndex
CREATE INDEX "variants_store_id_product_id_position_idx" ON "variants"("store_id", "product_id", "position");

-- CreateIndex
CREATE INDEX "variants_store_id_sku_idx" ON "variants"("store_id", "sku");

-- CreateIndex
CREATE INDEX "variants_store_id_inventory_item_id_idx" ON "variants"("store_id", "inventory_item_id");

-- CreateIndex
CREATE INDEX "product_notes_store_id_product_id_id_idx" ON "product_notes"("store_id", "product_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "uploads_key_key" ON "uploads"("key");

-- CreateIndex
CREATE INDEX "uploads_store_id_created_at_idx" ON "uploads"("store_id", "created_at");

-- CreateIndex
CREATE INDEX "orders_store_id_ordered_at_id_idx" ON "orders"("store_id", "ordered_at", "id");

-- CreateIndex
CREATE INDEX "order_buyers_store_id_customer_id_idx" ON "order_buyers"("store_id", "customer_id");

-- CreateIndex
CREATE INDEX "order_buyers_store_id_email_idx" ON "order_buyers"("store_id", "email");

-- CreateIndex
CREATE INDEX "order_lines_store_id_order_id_position_idx" ON "order_lines"("store_id", "order_id", "position");

-- CreateIndex
CREATE INDEX "vendor_orders_store_id_vendor_id_ordered_at_id_idx" ON "vendor_orders"("store_id", "vendor_id", "ordered_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "vendor_orders_store_id_ordered_at_id_idx" ON "vendor_orders"("store_id", "ordered_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "vendor_orders_store_id_order_id_vendor_id_key" ON "vendor_orders"("store_id", "order_id", "vendor_id");

-- CreateIndex
CREATE INDEX "fulfilments_store_id_order_id_idx" ON "fulfilments"("store_id", "order_id");

-- CreateIndex
CREATE INDEX "audit_events_store_id_subject_subject_id_id_idx" ON "audit_events"("store_id", "subject", "subject_id", "id");

-- CreateIndex
CREATE INDEX "ledger_transactions_store_id_order_id_idx" ON "ledger_transactions"("store_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transactions_store_id_reference_key" ON "ledger_transactions"("store_id", "reference");

-- CreateIndex
CREATE INDEX "ledger_postings_transaction_id_idx" ON "ledger_postings"("transaction_id");

-- CreateIndex
CREATE INDEX "ledger_postings_store_id_order_id_idx" ON "ledger_postings"("store_id", "order_id");

-- CreateIndex
CREATE INDEX "ledger_postings_store_id_vendor_id_account_idx" ON "ledger_postings"("store_id", "vendor_id", "account");

-- CreateIndex
CREATE INDEX "payouts_store_id_vendor_id_created_at_idx" ON "payouts"("store_id", "vendor_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "payouts_store_id_run_id_vendor_id_currency_key" ON "payouts"("store_id", "run_id", "vendor_id", "currency");

-- CreateIndex
CREATE INDEX "payout_runs_store_id_fingerprint_created_at_idx" ON "payout_runs"("store_id", "fingerprint", "created_at");

-- CreateIndex
CREATE INDEX "payout_lines_store_id_payout_id_idx" ON "payout_lines"("store_id", "payout_id");

-- CreateIndex
CREATE INDEX "payout_lines_store_id_vendor_order_id_idx" ON "payout_lines"("store_id", "vendor_order_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_received_at_idx" ON "webhook_deliveries"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_shop_topic_webhook_id_key" ON "webhook_deliveries"("shop", "topic", "webhook_id");

-- CreateIndex
CREATE UNIQUE INDEX "mails_store_id_dedupe_key_key" ON "mails"("store_id", "dedupe_key");

-- CreateIndex
CREATE UNIQUE INDEX "due_work_store_id_kind_key_key" ON "due_work"("store_id", "kind", "key");

-- CreateIndex
CREATE UNIQUE INDEX "compliance_requests_store_id_topic_reference_key" ON "compliance_requests"("store_id", "topic", "reference");

-- CreateIndex
CREATE UNIQUE INDEX "reconciliation_exceptions_store_id_kind_reference_key" ON "reconciliation_exceptions"("store_id", "kind", "reference");

-- AddForeignKey
ALTER TABLE "variants" ADD CONSTRAINT "variants_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "products"("store_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


