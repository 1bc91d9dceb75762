import { appendTo } from '#app/core/append-to.ts';
import { prepared, type SqlTx } from '#app/server/db.server.ts';
import { toZone, type ZoneRow } from '../zones/zones.repo.server.ts';
import { readOrigin, readSize, type Origin } from '../live/origin.ts';
import type { RateChoice } from '../live/live-rate.ts';
import { readChoice } from '../live/stored-choice.ts';
import type { PackedLine } from '../ship-from/package.ts';
import type { Pickups, PickupSource } from './cart-parties.ts';

/** What a cart names that must be looked up. */
type RateLookup = { productIds: readonly string[]; variantIds: readonly string[]; vendorKeys: readonly string[] };

/** All that an answer depends on, as one statement finds it. */
export type RateSources = {
  domain: string;
  currency: string;
  timezone: string;
  isInstalled: boolean;
  token: string;
  /** The settings as they are stored, by section; undefined where nobody saved. */
  features: unknown;
  delivery: unknown;
  shippo: unknown;
  /** Vendor ids by product, and by folded name. */
  ownerOfProduct: ReadonlyMap<string, string>;
  ownerOfName: ReadonlyMap<string, string>;
  /** The zones of these vendors by vendor id, and the defaults under ''. */
  zones: ReadonlyMap<string, ZoneRow[]>;
  /** Where these vendors' buyers may collect, by vendor id, and which of the variants say so themselves. */
  pickups: Pickups;
  /** Where these vendors ship from, and what they chose, by vendor id; the measures of variants that state them, by variant id. */
  origins: ReadonlyMap<string, Origin>;
  choices: ReadonlyMap<string, RateChoice>;
  sizes: ReadonlyMap<string, PackedLine['size']>;
};

type StoredPickup = {
  vendor: string;
  address: { street1: string; zip: string; city: string };
  hours: string;
  isForAll: boolean;
};
type Row = {
  domain: string;
  currency: string;
  timezone: string;
  installed: boolean;
  token: string | null;
  settings: Record<string, unknown> | null;
  products: Record<string, string> | null;
  names: Record<string, string> | null;
  zones: (Record<string, unknown> & { vendor: string | null })[] | null;
  pickups: Record<string, StoredPickup> | null;
  variants: string[] | null;
  choices: Record<string, unknown> | null;
  sizes: Record<string, unknown> | null;
};

// A checkout waits for this: one statement, so that the answer is one way to the database and back. It reads the settings, the
// vendors and the mirror of products, which other features own.
const READ = prepared(
  `WITH products_owned AS (
     SELECT p.id, p.vendor_id FROM products p WHERE p.store_id = $1 AND p.id = ANY($2::bigint[]) AND p.vendor_id IS NOT NULL
   ), names_owned AS (
     SELECT DISTINCT ON (key) key, id FROM (
       SELECT v.key, v.id, 0 AS rank FROM vendors v WHERE v.store_id = $1 AND v.key = ANY($3::text[])
       UNION ALL
       SELECT a.key, a.vendor_id, 1 AS rank FROM vendor_aliases a WHERE a.store_id = $1 AND a.key = ANY($3::text[])
     ) named ORDER BY key, rank
   )
   SELECT s.domain, s.currency, s.timezone, s.uninstalled_at IS NULL AS installed,
     (SELECT c.token FROM carrier_services c WHERE c.store_id = $1) AS token,
     (SELECT jsonb_object_agg(t.section, t.value) FROM store_settings t WHERE t.store_id = $1 AND t.section IN ('features', 'delivery', 'shippo')) AS settings,
     (SELECT jsonb_object_agg(o.id, o.vendor_id::text) FROM products_owned o) AS products,
     (SELECT jsonb_object_agg(n.key, n.id::text) FROM names_owned n) AS names,
     (SELECT jsonb_agg(jsonb_build_object('id', z.id::text, 'vendor', z.vendor_id::text, 'name', z.name, 'rates', z.rates,
          'countries', z.countries, 'currency', z.currency, 'version', z.version) ORDER BY z.id)
        FROM shipping_zones z WHERE z.store_id = $1 AND (z.vendor_id IS NULL
          OR z.vendor_id IN (SELECT o.vendor_id FROM products_owned o) OR z.vendor_id IN (SELECT n.id FROM names_owned n))) AS zones,
     (SELECT jsonb_object_agg(f.vendor_id, jsonb_build_object('vendor', v.name, 'address', f.address, 'hours', f.pickup_hours,
          'isForAll', f.local_pickup, 'package', f.package))
        FROM vendor_ship_from f JOIN vendors v ON v.store_id = f.store_id AND v.id = f.vendor_id
        WHERE f.store_id = $1 AND (f.vendor_id IN (SELECT o.vendor_id FROM products_owned o)
          OR f.vendor_id IN (SELECT n.id FROM names_owned n))) AS pickups,
     (SELECT jsonb_agg(t.id::text) FROM variants t WHERE t.store_id = $1 AND t.id = ANY($4::bigint[]) AND t.local_pickup) AS variants,
     (SELECT jsonb_object_agg(c.vendor_id, jsonb_build_object('mode', c.mode, 'services', c.services))
        FROM vendor_rate_choices c WHERE c.store_id = $1 AND (c.vendor_id IN (SELECT o.vendor_id FROM products_owned o)
          OR c.vendor_id IN (SELECT n.id FROM names_owned n))) AS choices,
     (SELECT jsonb_object_agg(t.id, t.dimensions) FROM variants t
        WHERE t.store_id = $1 AND t.id = ANY($4::bigint[]) AND t.dimensions IS NOT NULL) AS sizes
   FROM stores s WHERE s.id = $1`,
);

/** What an answer depends on. Undefined where the store has no callback. Needs the marketplace's scope. */
export async function readSources(tx: SqlTx, o: RateLookup): Promise<RateSources | undefined> {
  const lookup = [[...o.productIds], [...o.vendorKeys], [...o.variantIds]];
  const [row] = await tx.query<Row>(READ, [tx.scope.storeId, ...lookup]);
  if (!row || row.token === null) return undefined;
  const zones = new Map<string, ZoneRow[]>();
  for (const { vendor, ...zone } of row.zones ?? []) {
    appendTo(zones, vendor ?? '', toZone(zone));
  }
  return {
    domain: row.domain,
    currency: row.currency,
    timezone: row.timezone,
    isInstalled: row.installed,
    token: row.token,
    features: row.settings?.['features'],
    delivery: row.settings?.['delivery'],
    shippo: row.settings?.['shippo'],
    ownerOfProduct: new Map(Object.entries(row.products ?? {})),
    ownerOfName: new Map(Object.entries(row.names ?? {})),
    zones,
    pickups: {
      places: new Map(Object.entries(row.pickups ?? {}).map(([id, one]) => [id, toPickup(one)])),
      variants: new Set(row.variants ?? []),
    },
    origins: mapValues(row.pickups, readOrigin),
    choices: mapValues(row.choices, readChoice),
    sizes: mapValues(row.sizes, readSize),
  };
}

function mapValues<From, To>(found: Record<string, From> | null, read: (value: From) => To): Map<string, To> {
  return new Map(Object.entries(found ?? {}).map(([id, value]) => [id, read(value)]));
}

/** A vendor's place of pickup as buyers read it. */
export function toPickup({ vendor, address: { street1, zip, city }, hours, isForAll }: StoredPickup): PickupSource {
  const place = `${vendor}: ${street1}, ${zip} ${city}`;
  return { place: hours === '' ? place : `${place} (${hours})`, isForAll };
}
