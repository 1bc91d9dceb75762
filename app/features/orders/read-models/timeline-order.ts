import { TIMELINE_KINDS } from '../order-view.ts';

type Event = { kind: (typeof TIMELINE_KINDS)[number]; at: string; params: Record<string, string>; amount: unknown };

const RANK = new Map(TIMELINE_KINDS.map((kind, rank) => [kind, rank]));

/**
 * Compares two events of an order, newest first. Of one moment the later step of an order's life comes first, and of one step the
 * words decide: the same events stand in the same order on every page and in every run.
 */
export function compareEvents(a: Event, b: Event): number {
  return (
    compare(b.at, a.at) ||
    (RANK.get(b.kind) ?? 0) - (RANK.get(a.kind) ?? 0) ||
    compare(JSON.stringify([b.params, b.amount]), JSON.stringify([a.params, a.amount]))
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
