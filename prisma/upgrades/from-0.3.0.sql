-- Brings a database of version 0.3.0 to the baseline of 0.4.0 (prisma/migrations), in one transaction. `scripts/migrate.ts` runs it
-- where the newest migration of a database is the last one of 0.3.0. Every process of 0.3.0 is stopped before: tables and
-- columns get their names of today, which 0.3.0 does not know. tests/api/platform/upgrade.test.ts compares the result with
-- the baseline.

-- A payout's name at its provider comes from its store, vendor and lines, so that after a restore the same lines give the same name.
-- NULL in payouts of before: they are named by their run and id.
ALTER TABLE "payouts" ADD COLUMN "send_key" TEXT, ADD COLUMN "batch_key" TEXT;
CREATE UNIQUE INDEX "payouts_store_id_send_key_key" ON "payouts" ("store_id", "send_key");

-- Until when what leaves the house stands still: since a restore of the database was noticed, or an admin said so.
ALTER TABLE "stores" ADD COLUMN "held_since" TIMESTAMPTZ(3), ADD COLUMN "held_reason" TEXT;

-- What the file storage holds too: a database whose number is behind the one outside was restored.
CREATE TABLE "restore_marker" (
  "id" INTEGER NOT NULL DEFAULT 1 CHECK ("id" = 1),
  "installation" UUID NOT NULL,
  "epoch" BIGINT NOT NULL,
  "raised_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "restore_marker_pkey" PRIMARY KEY ("id")
);

-- The deliveries that a worker is at, committed before it begins: what is left of a worker that is gone counts as an attempt.
CREATE TABLE "delivery_claims" (
  "worker" UUID NOT NULL,
  "delivery_ids" BIGINT[] NOT NULL,
  "claimed_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "delivery_claims_pkey" PRIMARY KEY ("worker")
);

-- Transfers at a provider that carry a name of ours and that no payout here has: they stop the payouts of their vendor until decided_at.
CREATE TABLE "unknown_transfers" (
  "store_id" BIGINT NOT NULL,
  "provider" TEXT NOT NULL,
  "provider_ref" TEXT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "reference" TEXT,
  "currency" TEXT NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "made_at" TIMESTAMPTZ(3) NOT NULL,
  "found_at" TIMESTAMPTZ(3) NOT NULL,
  "decided_at" TIMESTAMPTZ(3),
  CONSTRAINT "unknown_transfers_pkey" PRIMARY KEY ("store_id", "provider", "provider_ref")
);
ALTER TABLE "unknown_transfers" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "unknown_transfers" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- What leaves the program is marked in the statement that looks whether it may.
ALTER TABLE "shipping_labels" ADD COLUMN "refund_asked_at" TIMESTAMPTZ(3), ADD COLUMN "shipment_asked_at" TIMESTAMPTZ(3);
ALTER TABLE "shipping_label_packages" ADD COLUMN "refund_asked_at" TIMESTAMPTZ(3);
-- What the packages of a rate weigh: a rate may be quoted before anybody says for which order it is.
ALTER TABLE "label_rates" ADD COLUMN "grams" INTEGER;
ALTER TABLE "offers" ADD COLUMN "draft_ended_at" TIMESTAMPTZ(3);
ALTER TABLE "discounts" ADD COLUMN "sent_at" TIMESTAMPTZ(3), ADD COLUMN "sending_until" TIMESTAMPTZ(3);
ALTER TABLE "conversation_ctas" ADD COLUMN "calling_until" TIMESTAMPTZ(3);
ALTER TABLE "memberships" ADD COLUMN "end_asked_at" TIMESTAMPTZ(3);

-- Vendors that a discount of the marketplace does not include, because they refused to bear it.
CREATE TABLE "discount_refusals" (
  "store_id" BIGINT NOT NULL,
  "discount_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "refused_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "discount_refusals_pkey" PRIMARY KEY ("store_id", "discount_id", "vendor_id")
);
ALTER TABLE "discount_refusals" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "discount_refusals" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- Since when and until when a discount had a name: names are given again, and an order says nothing but the name.
CREATE TABLE "discount_names" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT,
  "discount_id" BIGINT NOT NULL,
  "method" TEXT NOT NULL,
  "name_key" TEXT NOT NULL,
  "taken_at" TIMESTAMPTZ(3) NOT NULL,
  "left_at" TIMESTAMPTZ(3),
  CONSTRAINT "discount_names_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "discount_names_discount_id_fkey" FOREIGN KEY ("discount_id") REFERENCES "discounts"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "discount_names_store_id_method_name_key_idx" ON "discount_names"("store_id", "method", "name_key");
CREATE INDEX "discount_names_discount_id_idx" ON "discount_names"("discount_id");
ALTER TABLE "discount_names" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "discount_names" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

INSERT INTO "discount_names" (store_id, vendor_id, discount_id, method, name_key, taken_at, left_at)
SELECT store_id, vendor_id, id, method, name_key, created_at,
  CASE WHEN state IN ('ended', 'removed', 'refused') THEN updated_at END FROM discounts;

-- A trigger keeps them, so that the version of before, which does not know the table, keeps them too.
CREATE FUNCTION souk_keep_discount_name() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_held CONSTANT boolean := NEW.state IN ('creating', 'live', 'ending');
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE discount_names SET left_at = NEW.updated_at
    WHERE store_id = NEW.store_id AND discount_id = NEW.id AND left_at IS NULL AND (NOT is_held OR name_key <> NEW.name_key);
  END IF;
  IF is_held AND NOT EXISTS (SELECT 1 FROM discount_names WHERE store_id = NEW.store_id AND discount_id = NEW.id AND left_at IS NULL) THEN
    INSERT INTO discount_names (store_id, vendor_id, discount_id, method, name_key, taken_at)
    VALUES (NEW.store_id, NEW.vendor_id, NEW.id, NEW.method, NEW.name_key,
      CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER souk_keep_discount_name AFTER INSERT OR UPDATE OF state, name_key ON "discounts"
  FOR EACH ROW EXECUTE FUNCTION souk_keep_discount_name();

-- Who made what acts later in a vendor's name, what a key was given, and whose a spreadsheet is. A maker of NULL is one that the
-- version before did not write: the vendor's first manager stands for it. Scopes of NULL are everything but what costs money.
ALTER TABLE "api_keys" ADD COLUMN "maker" TEXT, ADD COLUMN "scopes" TEXT[];
ALTER TABLE "sheet_connections" ADD COLUMN "maker" TEXT;
ALTER TABLE "shop_connections" ADD COLUMN "maker" TEXT;

-- One vendor of all stores has a spreadsheet: the key is looked at beyond what row-level security shows.
CREATE TABLE "sheet_owners" (
    "sheet_id" TEXT NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    CONSTRAINT "sheet_owners_pkey" PRIMARY KEY ("sheet_id")
);
CREATE INDEX "sheet_owners_store_id_vendor_id_idx" ON "sheet_owners"("store_id", "vendor_id");
ALTER TABLE sheet_owners ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sheet_owners USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- What is connected stays connected; of several vendors with one spreadsheet, it is the first one's.
INSERT INTO sheet_owners (sheet_id, store_id, vendor_id)
  SELECT sheet_id, store_id, vendor_id FROM sheet_connections ORDER BY connected_at, store_id, vendor_id ON CONFLICT DO NOTHING;

-- Makers as far as the log knows them.
UPDATE shop_connections SET maker = connected_by WHERE connected_by ~ '^(person|staff):\d{1,30}$';
UPDATE sheet_connections c SET maker = (
  SELECT (e.actor ->> 'kind') || ':' || (e.actor ->> 'id') FROM audit_events e
  WHERE e.store_id = c.store_id AND e.subject = 'settings' AND e.subject_id = 'sheets' AND e.action = 'sheet.connected'
    AND e.vendor_id = c.vendor_id AND e.at = c.connected_at AND e.actor ->> 'kind' IN ('person', 'staff')
  ORDER BY e.id DESC LIMIT 1);
UPDATE api_keys k SET maker = (
  SELECT (e.actor ->> 'kind') || ':' || (e.actor ->> 'id') FROM audit_events e
  WHERE e.store_id = k.store_id AND e.subject = 'settings' AND e.subject_id = 'api-keys' AND e.action = 'api_key.created'
    AND e.vendor_id = k.vendor_id AND e.at = k.created_at AND e.detail -> 'title' ->> 1 = k.name
    AND e.actor ->> 'kind' IN ('person', 'staff')
  ORDER BY e.id DESC LIMIT 1)
WHERE revoked_at IS NULL;

-- When a mail that is not sent yet failed first: it is tried for two days from then.
ALTER TABLE "mails" ADD COLUMN "failing_since" TIMESTAMPTZ(3);
-- What failed is few among what was sent, and is counted by the metrics.
CREATE INDEX "mails_failed_idx" ON "mails" ("store_id", "id") WHERE state = 'failed';

-- Goods that all came back before they were sent are a sale and a refund: a vendor's order is cancelled where the platform says so.
-- The triggers of the sums by day add what each of these rows changes. A vendor's order without an order of ours stays as it is.
UPDATE vendor_orders v SET cancelled_at = o.cancelled_at
FROM orders o
WHERE o.store_id = v.store_id AND o.id = v.order_id AND v.cancelled_at IS DISTINCT FROM o.cancelled_at;

-- The app's plan as the platform said it last, with what was in use when it was counted last: what is limited is decided by it, and
-- admins are warned by it. A store without a row, or with an old one, is asked about at the platform first.
CREATE TABLE "plan_readings" (
    "store_id" BIGINT NOT NULL,
    "plan" TEXT NOT NULL,
    "addons" TEXT[] NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "vendors" INTEGER NOT NULL DEFAULT 0,
    "orders" INTEGER NOT NULL DEFAULT 0,
    "products" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "plan_readings_pkey" PRIMARY KEY ("store_id")
);
ALTER TABLE plan_readings ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON plan_readings USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
INSERT INTO due_work (store_id, kind, key, payload, due_at) SELECT id, 'plan.check', 'first', '{}', '2026-01-01' FROM stores WHERE uninstalled_at IS NULL;

-- Products that were taken off sale because the membership of their vendor lapsed, with what they were: they come back to it.
CREATE TABLE "lapsed_products" (
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "product_id" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "submission" TEXT NOT NULL,
    "after_event" BIGINT NOT NULL DEFAULT 0,
    "since" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "lapsed_products_pkey" PRIMARY KEY ("store_id", "product_id")
);
CREATE INDEX "lapsed_products_store_id_vendor_id_idx" ON "lapsed_products"("store_id", "vendor_id");
ALTER TABLE lapsed_products ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON lapsed_products USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- Names of today. Indexes, constraints and sequences that carry the name of a table or column follow it.
ALTER TABLE due_work RENAME TO scheduled_jobs;
ALTER TABLE order_acts RENAME TO order_operations;
ALTER TABLE parcel_sends RENAME TO fulfillment_sends;
ALTER TABLE fulfilments RENAME TO fulfillments;
ALTER TABLE vendor_papers RENAME TO vendor_documents;
ALTER TABLE vendor_paper_counters RENAME TO vendor_document_counters;
ALTER TABLE catalog_offers RENAME TO catalog_listings;
ALTER TABLE listing_places RENAME TO listing_slots;
ALTER TABLE upload_tickets RENAME TO upload_tokens;
ALTER TABLE sign_in_tickets RENAME TO sign_in_challenges;

ALTER TABLE orders RENAME COLUMN frozen TO terms;
ALTER TABLE vendor_orders RENAME COLUMN fulfilment TO fulfillment;
ALTER TABLE order_counters RENAME COLUMN fulfilment TO fulfillment;
ALTER TABLE order_operations RENAME COLUMN noted_at TO recorded_at;
ALTER TABLE batches RENAME COLUMN asker TO requester;
ALTER TABLE batches RENAME COLUMN put_away_at TO dismissed_at;
ALTER TABLE batch_items RENAME COLUMN part_id TO order_vendor_id;
ALTER TABLE provider_keys RENAME COLUMN sealed TO encrypted;
ALTER TABLE provider_keys RENAME COLUMN sealed_hooks TO encrypted_webhooks;
ALTER TABLE provider_keys RENAME COLUMN hears_news TO receives_events;
ALTER TABLE provider_keys RENAME COLUMN heard_at TO last_event_at;
ALTER TABLE mail_services RENAME COLUMN sealed_key TO encrypted_key;
ALTER TABLE mail_services RENAME COLUMN heard_at TO last_event_at;
ALTER TABLE bank_accounts RENAME COLUMN sealed TO encrypted;
ALTER TABLE shipping_label_files RENAME COLUMN sealed TO encrypted;
ALTER TABLE product_loads RENAME COLUMN told_at TO reported_at;
ALTER TABLE product_creations RENAME COLUMN begun_at TO started_at;
ALTER TABLE product_saves RENAME COLUMN begun_at TO started_at;
ALTER TABLE product_saves RENAME COLUMN mark TO content_hash;
ALTER TABLE store_settings RENAME COLUMN slice TO section;
ALTER TABLE payouts RENAME COLUMN end_claim TO resolution_claim;
ALTER TABLE payouts RENAME COLUMN ended TO resolution;
ALTER TABLE uploads RENAME COLUMN ticket_id TO token_id;
ALTER TABLE stores RENAME COLUMN held_since TO on_hold_since;
ALTER TABLE stores RENAME COLUMN held_reason TO on_hold_reason;
ALTER TABLE vendor_orders RENAME COLUMN held TO on_hold_reason;
ALTER TABLE order_holds RENAME COLUMN held_at TO on_hold_at;
ALTER TABLE orders RENAME COLUMN holds_asked TO holds_requested;
ALTER TABLE batches RENAME COLUMN trouble TO issue;
ALTER TABLE vendor_renames RENAME COLUMN trouble TO issue;
ALTER TABLE payout_requests RENAME COLUMN asked TO call;
ALTER TABLE payout_requests RENAME COLUMN asked_by TO requested_by;
ALTER TABLE payout_requests RENAME COLUMN asked_at TO requested_at;
ALTER TABLE subscribers RENAME COLUMN asked_at TO requested_at;
ALTER TABLE contact_messages RENAME COLUMN asked_for TO requested_for;
ALTER TABLE discounts RENAME COLUMN edit_asked_at TO edit_requested_at;
ALTER TABLE memberships RENAME COLUMN end_asked_at TO end_requested_at;
ALTER TABLE shipping_labels RENAME COLUMN refund_asked_at TO refund_requested_at;
ALTER TABLE shipping_labels RENAME COLUMN shipment_asked_at TO shipment_requested_at;
ALTER TABLE shipping_label_packages RENAME COLUMN refund_asked_at TO refund_requested_at;

DO $$
DECLARE
  names CONSTANT text[][] := ARRAY[
    ['due_work', 'scheduled_jobs'], ['order_acts', 'order_operations'], ['parcel_sends', 'fulfillment_sends'],
    ['fulfilments', 'fulfillments'], ['fulfilment', 'fulfillment'], ['vendor_paper_counters', 'vendor_document_counters'],
    ['vendor_papers', 'vendor_documents'], ['catalog_offers', 'catalog_listings'], ['listing_places', 'listing_slots'],
    ['upload_tickets', 'upload_tokens'], ['sign_in_tickets', 'sign_in_challenges'], ['uploads_store_id_ticket_id', 'uploads_store_id_token_id']];
  found record;
  name text;
BEGIN
  FOR i IN 1 .. array_length(names, 1) LOOP
    FOR found IN SELECT conname, conrelid::regclass AS owner FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conname LIKE names[i][1] || '\_%' LOOP
      name := names[i][2] || substr(found.conname, length(names[i][1]) + 1);
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', found.owner, found.conname, name);
    END LOOP;
    FOR found IN SELECT relname, relkind FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('i', 'S') AND relname LIKE names[i][1] || '\_%' LOOP
      name := names[i][2] || substr(found.relname, length(names[i][1]) + 1);
      EXECUTE format('ALTER %s %I RENAME TO %I', CASE found.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'INDEX' END, found.relname, name);
    END LOOP;
    -- What a function says is text: it does not follow by itself.
    FOR found IN SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
      WHERE p.pronamespace = 'public'::regnamespace AND l.lanname IN ('sql', 'plpgsql') AND p.prosrc ~ ('\y' || names[i][1] || '\y') LOOP
      EXECUTE regexp_replace(found.definition, '\y' || names[i][1] || '\y', names[i][2], 'g');
    END LOOP;
  END LOOP;
END $$;

-- Functions that only the program calls come with it (app/main/database-functions.server.ts), each version under a name of its own.
DROP FUNCTION souk_order_page, souk_product_page, souk_schedule_job, souk_date_payer_changes;

-- Jobs that wait.
UPDATE scheduled_jobs SET payload = jsonb_build_object('tokenId', payload -> 'ticketId') WHERE kind = 'uploads.sweep' AND payload ? 'ticketId';
UPDATE scheduled_jobs w SET kind = n.kind
FROM (VALUES ('payouts.carry', 'payouts.process'),
  ('payouts.request-ends', 'payouts.expire-requests'),
  ('payout-methods.look', 'payout-methods.refresh'),
  ('offers.look', 'offers.refreshDraft'),
  ('digest.look', 'digest.send'),
  ('shipping.tell_store', 'shipping.report_tracking')) AS n (old, kind)
WHERE w.kind = n.old;
