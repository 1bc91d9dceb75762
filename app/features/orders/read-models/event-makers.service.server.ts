import { money, toDto, type Currency } from '#app/core/money/money.ts';
import type { AuditEvent } from '#app/platform/audit/audit.service.server.ts';
import type { ShownVendorOrderDto } from '../orders.contract.ts';
import type { RefundEvent } from '../money/refund-shares.ts';

/** What people did here with an order, and whether the reader may know of the whole order. */
type KnownEvents = { events: readonly AuditEvent[]; isWholeKnown: boolean };

/** A refund on the wire: one event with its whole amount, and what it changed of the earnings. */
export function toRefundEvent(
  { id, createdAt, units, amountMinor }: RefundEvent,
  sources: KnownEvents,
  { currency, earnedMinor }: { currency: Currency; earnedMinor: bigint },
): ShownVendorOrderDto['timeline'][number] {
  const { by, params } = refundMaker(sources, id);
  const at = new Date(createdAt).toISOString();
  const given = { count: String(units), ...params };
  return {
    kind: 'refunded',
    at,
    by,
    params: given,
    amount: toDto(money(-amountMinor, currency)),
    earned: toDto(money(earnedMinor, currency)),
  };
}

type Maker = { by: string | null; params: Record<string, string> };

/** Who refunded here and why: for those who know the whole order, because a refund may be about several vendors. */
function refundMaker({ events, isWholeKnown }: KnownEvents, refundId: string): Maker {
  const made = events.find(({ detail }) => (detail as { refund?: unknown } | null)?.refund === refundId);
  return isWholeKnown && made ? buildMaker(made, ['reason']) : { by: null, params: {} };
}

/** Names who cancelled here and why, for those who know the whole order. */
export function describeCanceller({ events, isWholeKnown }: KnownEvents): Maker {
  const made = events.find(({ action }) => action === 'order.cancelled');
  if (!isWholeKnown || !made) return { by: null, params: {} };
  const { by, params } = buildMaker(made, ['reason', 'note']);
  const { reason = '', ...rest } = params;
  return { by, params: { ...rest, cancelReason: reason } };
}

function buildMaker({ actor, detail }: AuditEvent, names: readonly string[]): Maker {
  const facts = detail;
  const params = Object.fromEntries(
    names.flatMap((name) => (typeof facts[name] === 'string' ? [[name, facts[name]]] : [])),
  );
  return { by: (actor as { name?: string }).name ?? null, params };
}
