import type { ByVariant, ChangeField, Content, Difference, OfField, VariantField } from './review/differences.ts';
import type { ProductStatus } from './product.ts';

/** What of a vendor's changes to a live product waits for the marketplace: nothing, what buyers read and see, or all but stock. */
export const HOLD_MODES = ['free', 'content', 'everything'] as const;
export type HoldMode = (typeof HOLD_MODES)[number];
/** `priceTolerance` in whole percent: prices within it go live at once, beyond it they wait. Null: the mode alone decides. */
export type HoldPolicy = { hold: HoldMode; priceTolerance: number | null };

export const MAX_TOLERANCE = 100;

/** Where a vendor's change comes from, when it is not made in the form. */
export const CHANGE_ORIGINS = ['import', 'sheet', 'own_store', 'api_key'] as const;
export type ChangeOrigin = (typeof CHANGE_ORIGINS)[number];
/** What waits of the changes of each origin; null: as of those at the form. */
export type HoldByOrigin = Readonly<Record<ChangeOrigin, HoldMode | null>>;
/** Edits in the app are free, and what comes from a connected store waits as far as buyers read and see it. */
export const DEFAULT_HOLD_BY_ORIGIN: HoldByOrigin = { import: null, sheet: null, own_store: 'content', api_key: null };

const ORIGIN_OF_ROLE: Readonly<Record<string, ChangeOrigin>> = {
  csv: 'import',
  sheet: 'sheet',
  own_store: 'own_store',
  api_key: 'api_key',
  assistant: 'api_key',
};

/** The origin of what somebody in this role changes; null at the form. */
export const findOrigin = (role: string): ChangeOrigin | null => ORIGIN_OF_ROLE[role] ?? null;

/**
 * What of a change waits. Where a vendor's new products go live at once, so do changes of its connected store, unless the marketplace
 * holds changes at the form too.
 */
export function chooseHold(
  rules: { hold: HoldMode; holdByOrigin: HoldByOrigin },
  o: { origin: ChangeOrigin | null; goesLiveAtOnce: boolean },
): HoldMode {
  if (o.origin === null) return rules.hold;
  if (o.origin === 'own_store' && o.goesLiveAtOnce) return rules.hold;
  return rules.holdByOrigin[o.origin] ?? rules.hold;
}

const CONTENT_FIELDS: ReadonlySet<ChangeField> = new Set<ChangeField>([
  'title',
  'description',
  'media',
  'options',
  'specifications',
  'variantMedia',
  'variantSpecifications',
  'seoTitle',
  'seoDescription',
]);

/** The prices from which a tolerance is measured, by variant: what the marketplace last knew, so that small steps add up. */
export type PriceBases = Readonly<Record<string, string>>;

/** Whether buyers can reach a product in this state, by a listing or by its address. */
export const isLive = (status: ProductStatus): boolean => status === 'ACTIVE' || status === 'UNLISTED';

/** Whether a policy lets everything through. */
export const holdsNothing = (policy: HoldPolicy): boolean => policy.hold === 'free' && policy.priceTolerance === null;

/** The part of the differences that a policy holds; of prices only the variants that are beyond the tolerance. */
export function listFieldsToReview(
  policy: HoldPolicy,
  live: Content,
  differences: readonly Difference[],
  bases: PriceBases = {},
): Difference[] {
  return differences.flatMap((one): Difference[] => {
    if (one.field === 'price' || one.field === 'compareAt') return pendingPrices(policy, one, bases);
    if (policy.hold === 'everything') return [one];
    if (policy.hold === 'content' && CONTENT_FIELDS.has(one.field)) return [one];
    if (one.field === 'options') return hasStrangePrice(policy, live, one, bases) ? [one] : [];
    return [];
  });
}

function pendingPrices(policy: HoldPolicy, one: OfField<VariantField>, bases: PriceBases): Difference[] {
  const { priceTolerance, hold } = policy;
  if (priceTolerance === null) return hold === 'everything' ? [one] : [];
  const beyond = Object.keys(one.new).filter((id) => {
    const base = one.field === 'price' ? (bases[id] ?? one.old[id]) : one.old[id];
    return !isWithin(base as string | null, one.new[id] as string | null, priceTolerance);
  });
  if (beyond.length === 0) return [];
  const pick = (values: ByVariant): ByVariant => Object.fromEntries(beyond.map((id) => [id, values[id]]));
  return [{ field: one.field, old: pick(one.old), new: pick(one.new) }];
}

/** A new variant would be a way round the tolerance: its price has to be near one that is live. */
function hasStrangePrice(policy: HoldPolicy, live: Content, one: OfField<'options'>, bases: PriceBases): boolean {
  const { priceTolerance } = policy;
  if (priceTolerance === null) return false;
  const known = live.variants.map((variant) => bases[String(variant.id)] ?? variant.price);
  return one.new.variants.some(
    ({ details }) =>
      details !== undefined &&
      (!known.some((base) => isWithin(base, details.price, priceTolerance)) ||
        !isWithin(null, details.compareAt, priceTolerance)),
  );
}

const DECIMALS = 6;

/** An amount in millionths, exactly. */
function scaled(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * 10n ** BigInt(DECIMALS) + BigInt(fraction.padEnd(DECIMALS, '0').slice(0, DECIMALS) || '0');
}

/** Whether an amount is within so many percent of another; one that comes from nothing, or goes, never is. */
export function isWithin(base: string | null, amount: string | null, percent: number): boolean {
  if (base === null || amount === null) return base === amount;
  const [from, to] = [scaled(base), scaled(amount)];
  const distance = to > from ? to - from : from - to;
  return distance * 100n <= from * BigInt(percent);
}

/** What a tolerance is measured from after a save: the older base of what the app moved itself, else what is live now. */
export function nextBases(
  before: Readonly<Record<string, { base: string; last: string }>>,
  live: readonly { id: string; price: string }[],
): PriceBases {
  return Object.fromEntries(
    live.map(({ id, price }) => {
      const known = before[id];
      // A price that is not the one we left was set by the marketplace in its store: that one counts from now on.
      return [id, known?.last === price ? known.base : price];
    }),
  );
}
