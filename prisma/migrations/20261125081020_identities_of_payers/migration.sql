-- Every address by which a member of the store's staff or an admin on the web was ever known, and every change of an address,
-- a role or a second factor of theirs. Triggers write both, so that no way of changing an account goes past them.
CREATE TABLE "payer_addresses" (
    "store_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,

    CONSTRAINT "payer_addresses_pkey" PRIMARY KEY ("store_id", "kind", "subject_id", "email"),
    CONSTRAINT "payer_addresses_kind_check" CHECK (kind IN ('staff', 'person'))
);
CREATE TABLE "payer_changes" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    -- Null until the program notes its time: a trigger does not know the program's clock.
    "at" TIMESTAMPTZ(3),

    CONSTRAINT "payer_changes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "payer_changes_kind_check" CHECK (kind IN ('staff', 'person')),
    CONSTRAINT "payer_changes_what_check" CHECK (what IN ('address', 'role', 'second_factor'))
);
CREATE INDEX "payer_changes_store_id_kind_subject_id_idx" ON "payer_changes"("store_id", "kind", "subject_id");

ALTER TABLE payer_addresses ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON payer_addresses USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));
ALTER TABLE payer_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON payer_changes USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));

INSERT INTO payer_addresses (store_id, kind, subject_id, email)
  SELECT store_id, 'staff', subject_id, lower(btrim(email)) FROM store_staff WHERE btrim(email) <> ''
  UNION
  SELECT store_id, 'person', id::text, lower(btrim(email)) FROM users WHERE role = 'admin' AND vendor_id IS NULL;

CREATE FUNCTION souk_keep_staff_identity() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- When the platform told us; null where something else was changed by hand.
  seen timestamptz;
BEGIN
  IF btrim(NEW.email) <> '' THEN
    INSERT INTO payer_addresses VALUES (NEW.store_id, 'staff', NEW.subject_id, lower(btrim(NEW.email))) ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    seen := CASE WHEN NEW.seen_at > OLD.seen_at THEN NEW.seen_at END;
    IF lower(btrim(NEW.email)) <> lower(btrim(OLD.email)) THEN
      INSERT INTO payer_changes (store_id, kind, subject_id, what, at) VALUES (NEW.store_id, 'staff', NEW.subject_id, 'address', seen);
    END IF;
    IF (NEW.is_owner, NEW.may_pay_out) IS DISTINCT FROM (OLD.is_owner, OLD.may_pay_out) THEN
      INSERT INTO payer_changes (store_id, kind, subject_id, what, at) VALUES (NEW.store_id, 'staff', NEW.subject_id, 'role', seen);
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER store_staff_identity_insert AFTER INSERT ON store_staff FOR EACH ROW EXECUTE FUNCTION souk_keep_staff_identity();
CREATE TRIGGER store_staff_identity_update AFTER UPDATE OF email, is_owner, may_pay_out ON store_staff
  FOR EACH ROW EXECUTE FUNCTION souk_keep_staff_identity();

CREATE FUNCTION souk_keep_admin_identity() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_admin boolean := NEW.role = 'admin' AND NEW.vendor_id IS NULL;
BEGIN
  IF is_admin THEN
    INSERT INTO payer_addresses VALUES (NEW.store_id, 'person', NEW.id::text, lower(btrim(NEW.email))) ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP = 'UPDATE' AND (is_admin OR (OLD.role = 'admin' AND OLD.vendor_id IS NULL)) THEN
    IF lower(btrim(NEW.email)) <> lower(btrim(OLD.email)) THEN
      INSERT INTO payer_addresses VALUES (OLD.store_id, 'person', OLD.id::text, lower(btrim(OLD.email))) ON CONFLICT DO NOTHING;
      INSERT INTO payer_changes (store_id, kind, subject_id, what) VALUES (NEW.store_id, 'person', NEW.id::text, 'address');
    END IF;
    IF (NEW.role, NEW.vendor_id, NEW.disabled_at IS NULL) IS DISTINCT FROM (OLD.role, OLD.vendor_id, OLD.disabled_at IS NULL) THEN
      INSERT INTO payer_changes (store_id, kind, subject_id, what) VALUES (NEW.store_id, 'person', NEW.id::text, 'role');
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_identity_insert AFTER INSERT ON users FOR EACH ROW WHEN (NEW.role = 'admin') EXECUTE FUNCTION souk_keep_admin_identity();
CREATE TRIGGER users_identity_update AFTER UPDATE OF email, role, vendor_id, disabled_at ON users
  FOR EACH ROW WHEN (NEW.role = 'admin' OR OLD.role = 'admin') EXECUTE FUNCTION souk_keep_admin_identity();

CREATE FUNCTION souk_keep_factor_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO payer_changes (store_id, kind, subject_id, what)
    SELECT u.store_id, 'person', u.id::text, 'second_factor' FROM users u
    WHERE u.store_id = coalesce(NEW.store_id, OLD.store_id) AND u.id = coalesce(NEW.user_id, OLD.user_id)
      AND u.role = 'admin' AND u.vendor_id IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER second_factors_change_update AFTER UPDATE OF secret, confirmed_at ON second_factors FOR EACH ROW
  WHEN ((NEW.confirmed_at IS NULL) <> (OLD.confirmed_at IS NULL) OR (NEW.secret <> OLD.secret AND OLD.confirmed_at IS NOT NULL))
  EXECUTE FUNCTION souk_keep_factor_change();
CREATE TRIGGER second_factors_change_insert AFTER INSERT ON second_factors FOR EACH ROW
  WHEN (NEW.confirmed_at IS NOT NULL) EXECUTE FUNCTION souk_keep_factor_change();
CREATE TRIGGER second_factors_change_delete AFTER DELETE ON second_factors FOR EACH ROW
  WHEN (OLD.confirmed_at IS NOT NULL) EXECUTE FUNCTION souk_keep_factor_change();

-- Notes the time of the changes that were just made, whichever scope made them.
CREATE FUNCTION souk_date_payer_changes(moment timestamptz) RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS
$$ UPDATE payer_changes SET at = moment WHERE store_id = souk_store() AND at IS NULL; SELECT true $$;

ALTER TABLE payout_requests ADD COLUMN "requester" JSONB, ADD COLUMN "void_reason" TEXT;
ALTER TABLE payout_requests DROP CONSTRAINT payout_requests_state_check;
ALTER TABLE payout_requests ADD CONSTRAINT payout_requests_state_check
  CHECK (state IN ('waiting', 'approved', 'declined', 'withdrawn', 'expired', 'stale', 'voided'));
