import type { BuiltUser } from '#tests/factories/people.ts';
import type { BuiltStore, BuiltVendor } from '#tests/factories/stores.ts';
import type { Query } from './api.ts';

/**
 * Whose side a probe's request is built for: a vendor of a store, with the people who may ask. The generated tests build the
 * same request for the owner, for another vendor of the same store and for a vendor of another store, and swap the ids.
 */
export type Side = {
  store: BuiltStore;
  vendor: BuiltVendor;
  /** A member of the vendor with all eight permissions. */
  member: BuiltUser;
  /** An admin of the store. */
  admin: BuiltUser;
};

export type ProbeRequest = {
  params?: Record<string, string>;
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
};

/**
 * How one call is tried: `request` makes what the call needs (rows, files, products of the platform) for a side and returns
 * the request that succeeds for its owner. It is called many times and must yield a fresh, independent request each time.
 */
export type Probe = {
  /** The endpoint's name, such as `orders.fulfil`. */
  endpoint: string;
  request: (side: Side) => ProbeRequest | Promise<ProbeRequest>;
  /**
   * Where the request names things that belong to its side: `params.orderId`, `query.vendor`, `body.lineItems.*.id`. With
   * each replaced by the id of another vendor, and of another store, the call must answer 404 and do nothing.
   */
  ids?: readonly string[];
  /** Ids of `ids` that every vendor of a store may name, such as a shared definition: only another store's are foreign. */
  sharedInStore?: readonly string[];
  /** The call cannot succeed a second time on a fresh request (it ends the caller's own session, say). */
  once?: true;
  /** Changes of the input that the schema refuses but that no client can send, by their path. */
  unreachable?: readonly string[];
};

/** Declares the probes of a feature: `export const probes = defineProbes([...])` in tests/api/probes/<feature>.ts. */
export function defineProbes(probes: readonly Probe[]): readonly Probe[] {
  return probes;
}
