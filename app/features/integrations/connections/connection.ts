import { DAY_MS } from '#app/core/durations.ts';
import { placesOf, type Currency } from '#app/core/money/money.ts';
import { divideHalfUp, formatPercent, parsePercent } from '#app/core/money/percent.ts';

/** A vendor's own store: how its prices become prices here, and which of its changes are taken over. */
export type SyncSettings = {
  additionalCostMinor: bigint;
  currency: Currency;
  /** In ten-thousandths. */
  additionalFactor: bigint;
  skipPriceUpdate: boolean;
  skipContentUpdate: boolean;
};

/**
 * A store or spreadsheet that is connected: its name, how that stands, when it was in step last, and since when it is not synced
 * (ISO 8601).
 */
export type ConnectedSource = {
  name: string;
  state: 'active' | 'paused';
  syncedAt: string | null;
  failingSince: string | null;
};

/** What a vendor has connected. `keys`: how many API keys are in force. */
/** How the store itself is in step with the platform. */
export type StoreSync = {
  lastReportAt: string | null;
  /** Reports that wait. */
  waiting: number;
  /** What failed for good, or differs, and nobody has dealt with. */
  problems: number;
  /** What the platform withholds. */
  withheld: number;
};

export type VendorConnections = {
  vendorId: string;
  vendor: string;
  store: ConnectedSource | null;
  /** Products that differ from the own store; null without one. */
  differences: number | null;
  /** Orders that went to the own store, and those of them that somebody has to see to; null where they do not go there. */
  orders: { placed: number; problems: number } | null;
  sheet: ConnectedSource | null;
  keys: number;
};

const ONE = 10_000n;
export const MAX_FACTOR = 1_000;
export const DEFAULT_SETTINGS = {
  additionalCostMinor: 0n,
  additionalFactor: ONE,
  skipPriceUpdate: false,
  skipContentUpdate: false,
} as const;

/** A factor as it is sent, `1.25`, in ten-thousandths; undefined where it is none, 0, too large or too exact. */
export function parseFactor(text: string): bigint | undefined {
  const parsed = parsePercent(text.replace(',', '.'));
  if (!parsed.ok || parsed.value <= 0n || parsed.value > BigInt(MAX_FACTOR) * ONE) return undefined;
  return parsed.value;
}

/** The shortest decimal of a factor. */
export const formatFactor = (factor: bigint): string => formatPercent(factor);

const SOURCE_PLACES = 6;
const SOURCE_AMOUNT = /^(\d{1,15})(?:\.(\d{1,6}))?$/;

/**
 * The price here, in minor units: the price there times the factor, rounded half-up, and the additional cost. The price there is a
 * decimal in the currency of its own store, which the factor converts. Undefined where it is no amount.
 */
export function computePrice(
  source: string,
  { additionalCostMinor, additionalFactor, currency }: SyncSettings,
): bigint | undefined {
  const [, integer, fraction = ''] = SOURCE_AMOUNT.exec(source) ?? [];
  if (integer === undefined) return undefined;
  const scaled = BigInt(integer + fraction.padEnd(SOURCE_PLACES, '0'));
  const places = 10n ** BigInt(placesOf(currency));
  return additionalCostMinor + divideHalfUp(scaled * additionalFactor * places, ONE * 10n ** BigInt(SOURCE_PLACES));
}

export const CONNECTION_STATES = ['active', 'paused'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];
/**
 * Why a sync did not come to its end: the access was lost, the store asked to slow down, or did not answer; whoever connected the
 * store left (`maker`, paused until somebody connects it again), may not change products now (`rights`), or the vendor has no
 * membership.
 */
export const STORE_PROBLEMS = ['access', 'busy', 'unanswered', 'maker', 'rights', 'membership'] as const;
export type StoreProblem = (typeof STORE_PROBLEMS)[number];

export const SYNC_OUTCOMES = ['waiting', 'created', 'updated', 'unchanged', 'refused', 'missing'] as const;
export type SyncOutcome = (typeof SYNC_OUTCOMES)[number];

/** What somebody may have changed here, which a sync then keeps. */
export const KEPT_FIELDS = ['title', 'description', 'images', 'price'] as const;
export type KeptField = (typeof KEPT_FIELDS)[number];

/** A product there or here as far as a sync compares it: prices by SKU in small letters, as `price/compareAt`. */
export type ComparedProduct = {
  title: string;
  description: string;
  images: string;
  prices: Readonly<Record<string, string>>;
  stocks: Readonly<Record<string, number | null>>;
};

/** What was taken over last: how it stood there, and how it stood here afterwards. */
export type SavedSync = { there: ComparedProduct; here: ComparedProduct };

const TEXTS = ['title', 'description', 'images'] as const;

export type SyncPlan = {
  /** Texts that are taken over. */
  texts: ReadonlySet<(typeof TEXTS)[number]>;
  /** SKUs whose price, or whose stock, is taken over. */
  prices: ReadonlySet<string>;
  stocks: ReadonlySet<string>;
  kept: KeptField[];
};

/**
 * Which changes of a product's store are taken over. Only what changed there counts, and of it nothing that was changed here too
 * since the last time: that is kept and named. Stock always follows, so that what was sold here stays sold until it changes there.
 */
export function planSync(o: {
  there: ComparedProduct;
  /** Null where there is none yet. */
  here: ComparedProduct | null;
  saved: SavedSync | null;
  kept: readonly KeptField[];
  overwrites: boolean;
  settings: Pick<SyncSettings, 'skipPriceUpdate' | 'skipContentUpdate'>;
}): SyncPlan {
  const { there, here, saved, overwrites, settings } = o;
  const skus = Object.keys(there.prices);
  if (overwrites || !here) return { texts: new Set(TEXTS), prices: new Set(skus), stocks: new Set(skus), kept: [] };
  if (!saved) return planJoin(there, here);
  // What is kept stays so until somebody takes it over, or makes it the same here.
  const kept = new Set<KeptField>(o.kept.filter((field) => !isSame(field, there, here)));
  const isPriceKept = kept.has('price');
  const texts = TEXTS.filter((field) => {
    const isChanged = there[field] !== saved.there[field];
    const isEqual = here[field] === there[field];
    if (!isChanged || isEqual || settings.skipContentUpdate || kept.has(field)) return false;
    if (here[field] === saved.here[field]) return true;
    kept.add(field);
    return false;
  });
  const prices = skus.filter((sku) => {
    // A new variant has no price yet.
    if (!(sku in here.prices)) return true;
    const isChanged = there.prices[sku] !== saved.there.prices[sku];
    const isEqual = here.prices[sku] === there.prices[sku];
    if (!isChanged || isEqual || settings.skipPriceUpdate || isPriceKept) return false;
    if (here.prices[sku] === saved.here.prices[sku]) return true;
    kept.add('price');
    return false;
  });
  const stocks = skus.filter((sku) => !(sku in here.prices) || there.stocks[sku] !== saved.there.stocks[sku]);
  return {
    texts: new Set(texts),
    prices: new Set(prices),
    stocks: new Set(stocks),
    kept: KEPT_FIELDS.filter((field) => kept.has(field)),
  };
}

/** A product that was here before its store was asked, known by its SKU: only stock is taken over, and what it lacks. */
function planJoin(there: ComparedProduct, here: ComparedProduct): SyncPlan {
  const skus = Object.keys(there.prices);
  const added = skus.filter((sku) => !(sku in here.prices));
  return {
    texts: new Set(here.images === '' && there.images !== '' ? ['images'] : []),
    prices: new Set(added),
    stocks: new Set(skus),
    // Pictures have other addresses here, so that they cannot be compared.
    kept: KEPT_FIELDS.filter((field) => field !== 'images' && !isSame(field, there, here)),
  };
}

function isSame(field: KeptField, there: ComparedProduct, here: ComparedProduct): boolean {
  if (field !== 'price') return there[field] === here[field];
  return Object.keys(there.prices).every((sku) => !(sku in here.prices) || there.prices[sku] === here.prices[sku]);
}

/** A store that fails since before this moment has not answered for a day: people are to know. */
export const silentSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);
