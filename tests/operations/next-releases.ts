import type { Change } from './release-tree.ts';

/**
 * Three made-up releases after this one, as CONTRIBUTING asks for them: vendor_orders gets a column `size_class` and its `item_count` is
 * renamed to `unit_count`. The first expands, the second no longer uses the old name, the third takes it away.
 */
const EXPAND = '20990101000001_unit_count';
const REQUIRE = '20990102000002_unit_count_required';
const CONTRACT = '20990103000003_no_item_count';

const LIST = 'app/features/orders/read-models/order-list.repo.server.ts';
const FIGURES = 'app/features/orders/read-models/order-figures.repo.server.ts';
const NOTICES = 'app/platform/notices/notices.repo.server.ts';
const SALES = 'app/features/dashboard/sales.repo.server.ts';
const EXPORT = 'app/features/finance/transactions/export-transactions.repo.server.ts';
const INGEST = 'app/features/orders/ingest/ingest.repo.server.ts';
const SCHEMA = 'prisma/schema.prisma';

const readAs = (sql: (alias: string) => string): Change[] => [
  { path: LIST, from: 'v.item_count AS "itemCount"', to: `${sql('v')} AS "itemCount", v.size_class AS "sizeClass"` },
  { path: SALES, from: 'v.fulfilled_at, v.item_count,', to: `v.fulfilled_at, ${sql('v')},` },
  { path: FIGURES, from: 'v.item_count AS "itemCount"', to: `${sql('v')} AS "itemCount"` },
  { path: NOTICES, from: 'o.item_count AS items', to: `${sql('o')} AS items` },
  { path: EXPORT, from: 'sum(o.item_count)', to: `sum(${sql('o')})` },
];

const expansion: Change[] = [
  {
    path: `prisma/migrations/${EXPAND}/migration.sql`,
    text: `
ALTER TABLE vendor_orders ADD COLUMN unit_count integer, ADD COLUMN size_class text;
-- Both names stay alike while releases that know one of them write; what is computed follows.
CREATE FUNCTION souk_unit_count_alike() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.unit_count := coalesce(NEW.unit_count, NEW.item_count);
  ELSIF NEW.item_count IS DISTINCT FROM OLD.item_count OR NEW.unit_count IS NULL THEN
    NEW.unit_count := NEW.item_count;
  END IF;
  NEW.item_count := NEW.unit_count;
  NEW.size_class := CASE WHEN NEW.unit_count > 3 THEN 'many' ELSE 'few' END;
  RETURN NEW;
END $$;
CREATE TRIGGER unit_count_alike BEFORE INSERT OR UPDATE ON vendor_orders FOR EACH ROW EXECUTE FUNCTION souk_unit_count_alike();
`,
  },
  {
    path: `prisma/migrations/${EXPAND}/backfill.sql`,
    text: `UPDATE vendor_orders SET unit_count = item_count
WHERE (store_id, order_id, vendor_id) IN (SELECT store_id, order_id, vendor_id FROM vendor_orders WHERE unit_count IS NULL LIMIT 10)`,
  },
];

const requirement: Change = {
  path: `prisma/migrations/${REQUIRE}/migration.sql`,
  text: `-- contract: ${EXPAND}
ALTER TABLE vendor_orders ADD CONSTRAINT unit_count_required CHECK (unit_count IS NOT NULL) NOT VALID;
`,
};

const contraction: Change = {
  path: `prisma/migrations/${CONTRACT}/migration.sql`,
  text: `-- contract: ${REQUIRE}
DO $$ DECLARE reader record; BEGIN
  FOR reader IN SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE prosrc LIKE '%d.item_count%' LOOP
    EXECUTE replace(reader.definition, 'd.item_count', 'd.unit_count');
  END LOOP;
END $$;
CREATE OR REPLACE FUNCTION souk_unit_count_alike() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.size_class := CASE WHEN NEW.unit_count > 3 THEN 'many' ELSE 'few' END;
  RETURN NEW;
END $$;
ALTER TABLE vendor_orders DROP COLUMN item_count;
`,
};

/** It reads the new name where a row has it, and writes the old one. */
const expanded: Change[] = [...expansion, ...readAs((alias) => `coalesce(${alias}.unit_count, ${alias}.item_count)`)];

/** It knows the new name only. */
const renamed: Change[] = [
  ...expansion,
  requirement,
  ...readAs((alias) => `${alias}.unit_count`),
  { path: INGEST, from: 'payout_state, item_count, goods_minor', to: 'payout_state, unit_count, goods_minor' },
  { path: INGEST, from: 'item_count = excluded.item_count', to: 'unit_count = excluded.unit_count' },
  { path: SCHEMA, from: '@map("item_count")', to: '@map("unit_count")' },
];

const contracted: Change[] = [...renamed, contraction];

/** By which statements read the old name: a release that knows the new one only has none of these left. */
export const OLD_NAME = '[^a-z][vo][.]item_count';

export const NEXT_RELEASES = { expanded, renamed, contracted } as const;
