-- Steps that run at the moment end first, and none is claimed meanwhile: what they note and plan has to be moved too.
LOCK TABLE due_work IN EXCLUSIVE MODE;

-- Work on many things at once, of any kind: one pair of tables for what products and orders had one each of.
CREATE TABLE "batches" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "kind" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "asker" JSONB NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 0,
    "trouble" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "put_away_at" TIMESTAMPTZ(3),

    CONSTRAINT "batches_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "batches_store_id_vendor_id_id_idx" ON "batches"("store_id", "vendor_id", "id");

CREATE TABLE "batch_items" (
    "store_id" BIGINT NOT NULL,
    "batch_id" BIGINT NOT NULL,
    "subject_id" BIGINT NOT NULL,
    "part_id" BIGINT NOT NULL DEFAULT 0,
    "vendor_id" BIGINT,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "input" JSONB NOT NULL DEFAULT '{}',
    "state" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "refusal" JSONB,

    CONSTRAINT "batch_items_pkey" PRIMARY KEY ("batch_id","subject_id","part_id"),
    CONSTRAINT "batch_items_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batches"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE batches ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON batches USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
ALTER TABLE batch_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON batch_items USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- Changes of products keep their numbers. Shippings get numbers that neither had, so that an old one never names another.
CREATE TEMPORARY TABLE shift AS
  SELECT greatest((SELECT max(id) FROM product_batches), (SELECT max(id) FROM fulfil_batches), 0) AS amount;

INSERT INTO batches (id, store_id, vendor_id, kind, input, asker, round, trouble, started_at, finished_at, put_away_at)
  SELECT id, store_id, vendor_id, 'products.change', jsonb_build_object('action', action, 'note', note, 'tags', tags),
    asker->'actor', round, trouble, started_at, finished_at, put_away_at FROM product_batches
  UNION ALL
  SELECT id + shift.amount, store_id, vendor_id, 'orders.ship', jsonb_build_object('notify', notify, 'unpaid', unpaid),
    asker->'actor', round, trouble, started_at, finished_at, put_away_at FROM fulfil_batches, shift;
SELECT setval(pg_get_serial_sequence('batches', 'id'), greatest((SELECT max(id) FROM batches), (SELECT amount FROM shift), 1));

INSERT INTO batch_items (store_id, batch_id, subject_id, vendor_id, position, name, state, tries, refusal)
  SELECT store_id, batch_id, product_id, vendor_id, position, title, state, tries, refusal FROM product_batch_items;
INSERT INTO batch_items (store_id, batch_id, subject_id, part_id, vendor_id, position, name, input, state, tries, refusal)
  SELECT store_id, batch_id + shift.amount, order_id, part_vendor_id, vendor_id, position, name,
    jsonb_build_object('carrier', carrier, 'tracking', tracking, 'url', url), state, tries, refusal FROM fulfil_batch_items, shift;

-- What is open goes on where it stood, as work of the one kind that there is now.
DELETE FROM due_work WHERE kind IN ('products.batch', 'orders.bulk_fulfil') AND done_at IS NOT NULL;
UPDATE due_work SET kind = 'batches.step' WHERE kind = 'products.batch';
UPDATE due_work w SET kind = 'batches.step',
    key = n.id || substr(w.key, strpos(w.key, ':')),
    payload = jsonb_set(w.payload, '{batchId}', to_jsonb(n.id::text))
  FROM (SELECT w.id AS work, (w.payload->>'batchId')::bigint + shift.amount AS id FROM due_work w, shift WHERE w.kind = 'orders.bulk_fulfil') n
  WHERE w.id = n.work;

-- Each store's batches are looked after from now on; a store that comes later begins it when it is installed.
INSERT INTO due_work (store_id, kind, key, payload, due_at) SELECT id, 'batches.sweep', 'first', '{}', '2026-01-01' FROM stores WHERE uninstalled_at IS NULL;

DROP TABLE "product_batch_items", "product_batches", "fulfil_batch_items", "fulfil_batches", shift;
