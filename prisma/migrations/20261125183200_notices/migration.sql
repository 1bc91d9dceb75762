-- What happened, for the bell of those it concerns: a vendor's people, or the marketplace's admins (no vendor). It names the thing by its
-- id; the words and names are made when somebody looks.
CREATE TABLE "notices" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT,
  "kind" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "subject_id" BIGINT NOT NULL,
  "dedupe_key" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "notices_store_id_dedupe_key_key" ON "notices"("store_id", "dedupe_key");
CREATE INDEX "notices_store_id_vendor_id_created_at_id_idx" ON "notices"("store_id", "vendor_id", "created_at" DESC, "id" DESC);
CREATE INDEX "notices_store_id_created_at_idx" ON "notices"("store_id", "created_at");
ALTER TABLE "notices" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "notices" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
-- A vendor's act may cause notices to the admins: it may add them and its own, and reads its own.
CREATE POLICY add_in_scope ON "notices" FOR INSERT WITH CHECK (store_id = (SELECT souk_store())
  AND (vendor_id IS NULL OR (SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- Which person has read which notice. The person is named by the kind and id of whoever acts, as in the log.
CREATE TABLE "notice_reads" (
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT,
  "notice_id" BIGINT NOT NULL,
  "person" TEXT NOT NULL,
  CONSTRAINT "notice_reads_pkey" PRIMARY KEY ("notice_id", "person"),
  CONSTRAINT "notice_reads_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
ALTER TABLE "notice_reads" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "notice_reads" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- What a person does not want in the bell, in the marketplace view (no vendor) or while acting for a vendor.
CREATE TABLE "notice_mutes" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT,
  "person" TEXT NOT NULL,
  "topic" TEXT NOT NULL,
  CONSTRAINT "notice_mutes_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "notice_mutes_of_one" ON "notice_mutes"("store_id", "person", "topic", coalesce("vendor_id", 0));
ALTER TABLE "notice_mutes" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "notice_mutes" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- Vendors whose people dismissed their first steps.
CREATE TABLE "vendor_onboardings" (
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  CONSTRAINT "vendor_onboardings_pkey" PRIMARY KEY ("store_id", "vendor_id")
);
ALTER TABLE "vendor_onboardings" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "vendor_onboardings" USING (store_id = (SELECT souk_store())
  AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
