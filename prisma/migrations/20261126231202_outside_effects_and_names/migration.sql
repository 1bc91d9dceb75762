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
