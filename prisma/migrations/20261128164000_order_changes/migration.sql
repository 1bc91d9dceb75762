ALTER TABLE vendor_orders ADD COLUMN changed_in bigint NOT NULL DEFAULT 0;
CREATE FUNCTION souk_mark_changed_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.changed_in = OLD.changed_in THEN NEW.changed_in := pg_current_xact_id()::text::bigint; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER vendor_orders_changed BEFORE INSERT OR UPDATE ON vendor_orders FOR EACH ROW EXECUTE FUNCTION souk_mark_changed_order();
