-- Ways in: a second factor, sign-in in two steps, sign-in through the platform, signing out everywhere, own addresses, seller stores.

ALTER TABLE "store_staff" ADD COLUMN "signed_out_at" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD COLUMN "signed_out_at" TIMESTAMPTZ(3);
ALTER TABLE "user_codes" ADD COLUMN "target" TEXT;

ALTER TABLE "refresh_tokens" ALTER COLUMN "user_id" DROP NOT NULL,
  ADD COLUMN "staff_id" TEXT,
  ADD COLUMN "agent" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "signed_in_at" TIMESTAMPTZ(3);
UPDATE "refresh_tokens" t SET "signed_in_at" = (SELECT min(f."created_at") FROM "refresh_tokens" f WHERE f."store_id" = t."store_id" AND f."family_id" = t."family_id");
ALTER TABLE "refresh_tokens" ALTER COLUMN "signed_in_at" SET NOT NULL,
  ADD CONSTRAINT "refresh_tokens_holder" CHECK (("user_id" IS NULL) <> ("staff_id" IS NULL));

CREATE TABLE "second_factors" (
    "store_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("store_id","user_id")
);

CREATE TABLE "recovery_codes" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "recovery_codes_store_id_user_id_idx" ON "recovery_codes"("store_id", "user_id");

CREATE TABLE "sign_in_tickets" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "purpose" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sign_in_tickets_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "sign_in_tickets_token_hash_key" ON "sign_in_tickets"("token_hash");
CREATE INDEX "sign_in_tickets_store_id_user_id_idx" ON "sign_in_tickets"("store_id", "user_id");

CREATE TABLE "shop_connections" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT NOT NULL,
    "shop" TEXT NOT NULL,
    "access_token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "refresh_token" TEXT,
    "refresh_expires_at" TIMESTAMPTZ(3),
    "scopes" TEXT[],
    "connected_at" TIMESTAMPTZ(3) NOT NULL,
    "connected_by" TEXT NOT NULL,

    CONSTRAINT "shop_connections_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "shop_connections_store_id_vendor_id_shop_key" ON "shop_connections"("store_id", "vendor_id", "shop");

-- Sign-in rows belong to a store, as refresh tokens and codes do; a connection belongs to a vendor.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['second_factors', 'recovery_codes', 'sign_in_tickets'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY store_scope ON %I USING (store_id = (SELECT souk_store()))', t);
  END LOOP;
END $$;
ALTER TABLE shop_connections ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON shop_connections USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
