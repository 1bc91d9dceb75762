/** Whom a payout was opened for, as its address tells: some vendors, some vendor orders, or (neither) everybody. */
export type Selection = {
  vendorIds: bigint[] | null;
  ids: bigint[] | null;
  /** Payouts that were made of it, which are followed now. */
  made: bigint[] | null;
  /** Leaves out orders that are not shipped: what holds for everybody and for chosen vendors, unless it is switched off. */
  onlyShipped: boolean;
  /** Vendors that were unticked. */
  without: ReadonlySet<string>;
};

const MAX_IDS = 500;

/** Reads a selection; what is no id is left out. */
export function readSelection(params: URLSearchParams): Selection {
  const [vendorIds, ids] = [readIds(params.get('vendors')), readIds(params.get('orders'))];
  const shipped = params.get('shipped');
  return {
    vendorIds,
    ids,
    // Whoever named orders means these.
    onlyShipped: shipped === null ? ids === null : shipped === 'only',
    made: readIds(params.get('made')),
    without: new Set((readIds(params.get('without')) ?? []).map(String)),
  };
}

/** The address after a vendor was ticked or unticked. */
export function withVendor(before: URLSearchParams, vendorId: string, included: boolean): URLSearchParams {
  const { without } = readSelection(before);
  const next = new Set(without);
  if (included) next.delete(vendorId);
  else next.add(vendorId);
  const params = new URLSearchParams(before);
  if (next.size > 0) params.set('without', [...next].join(','));
  else params.delete('without');
  return params;
}

/** The address after unshipped orders were left out or taken in. */
export function withShipped(before: URLSearchParams, onlyShipped: boolean): URLSearchParams {
  const params = new URLSearchParams(before);
  params.set('shipped', onlyShipped ? 'only' : 'all');
  return params;
}

/** The address once payouts were made: they are followed, and nothing is prepared. */
export function withMade(before: URLSearchParams, ids: readonly string[]): URLSearchParams {
  const params = new URLSearchParams(before);
  params.set('made', ids.slice(0, MAX_IDS).join(','));
  return params;
}

function readIds(text: string | null): bigint[] | null {
  if (text === null) return null;
  const ids = text.split(',').filter((id) => /^[1-9]\d{0,17}$/.test(id));
  return ids.slice(0, MAX_IDS).map(BigInt);
}
