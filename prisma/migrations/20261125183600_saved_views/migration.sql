-- What people keep of a list for themselves: views of its filters under a name, and the columns that they hide.
CREATE TABLE "saved_views" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "person" TEXT NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);
-- One view under a name of a person's list: saving it again replaces it.
CREATE UNIQUE INDEX saved_views_name ON saved_views (store_id, coalesce(vendor_id, 0), person, list, name);
ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON saved_views USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

CREATE TABLE "hidden_columns" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "person" TEXT NOT NULL,
    "list" TEXT NOT NULL,
    "columns" TEXT[] NOT NULL,
    CONSTRAINT "hidden_columns_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX hidden_columns_list ON hidden_columns (store_id, coalesce(vendor_id, 0), person, list);
ALTER TABLE hidden_columns ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON hidden_columns USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
