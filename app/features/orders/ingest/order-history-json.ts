import { decodeExact, encodeExact, type JsonValue } from '#app/core/exact-json.ts';
import type { OrderHistory, OrderFacts } from '../order.ts';
import { claimOfVersions, addVersion } from '../order-versions.ts';

type Packed = {
  versions: OrderFacts[];
  sale: number;
  paid: number | null;
  latest: number;
  refunds: OrderHistory['refunds'];
  /** Missing in what was written before it was kept. */
  notPaidFor?: OrderHistory['notPaidFor'];
};

/** What is known of an order as JSON: a version that serves as sale, paid and latest at once is written once. */
export function encodeKnown(known: OrderHistory): JsonValue {
  const versions: OrderFacts[] = [];
  const place = (facts: OrderFacts): number => {
    const at = versions.indexOf(facts);
    return at >= 0 ? at : versions.push(facts) - 1;
  };
  const packed: Packed = {
    versions,
    sale: place(known.sale),
    paid: known.paid === null ? null : place(known.paid),
    latest: place(known.latest),
    refunds: known.refunds,
    notPaidFor: known.notPaidFor,
  };
  return encodeExact(packed);
}

/** The text that is stored of what is known of an order. */
export const writeKnown = (known: OrderHistory): string => JSON.stringify(encodeKnown(known));

/** The same for an order of which nothing else than one version is known: written where there is time for it, see `Lesson`. */
export const writeFirstVersion = (facts: OrderFacts): string => writeKnown(addVersion(null, facts));

/** The reverse: the versions are the same objects again where they were. */
export function decodeKnown(json: JsonValue): OrderHistory {
  const packed = decodeExact(json) as Packed;
  const version = (index: number): OrderFacts => {
    const facts = packed.versions[index];
    if (!facts) throw new Error('A stored order lacks a version');
    return facts;
  };
  return {
    sale: version(packed.sale),
    paid: packed.paid === null ? null : version(packed.paid),
    latest: version(packed.latest),
    refunds: packed.refunds,
    notPaidFor: packed.notPaidFor === undefined ? claimOfVersions(packed.versions) : packed.notPaidFor,
  };
}
