import { money, toDto, type Currency } from '#app/core/money/money.ts';
import type { AdjustmentKind } from '../money/adjustment.ts';
import type { StoredAdjustment } from '../money/adjustments.repo.server.ts';
import type { EarnedMoneyDto, ShownVendorOrderDto } from '../orders.contract.ts';

type MoneyDto = EarnedMoneyDto;
type EventDto = ShownVendorOrderDto['timeline'][number];

/** Who reads: a vendor reads who adjusted as the marketplace, never as a person of it. */
type Reader = { isWholeKnown: boolean; currency: Currency };

const chooseName = (actor: { name: string }, { isWholeKnown }: Reader): string | null =>
  isWholeKnown ? actor.name : null;

/** The adjustments of one vendor's part on the wire, oldest first. */
export function toAdjusted(adjustments: readonly StoredAdjustment[], reader: Reader): MoneyDto['adjustments'] {
  return adjustments.map(({ kind, vendorMinor, note, madeBy, madeAt, undone }) => ({
    kind,
    amount: toDto(money(vendorMinor, reader.currency)),
    note,
    by: chooseName(madeBy, reader),
    at: madeAt.toISOString(),
    undone: undone && { at: undone.at.toISOString(), by: chooseName(undone.by, reader), note: undone.note },
  }));
}

/** The steps that lead from what a part brings to what is owed for it; none where nothing was adjusted besides it. */
export function explainAdjusted(
  adjustments: readonly StoredAdjustment[],
  owedMinor: bigint,
  reader: Reader,
): MoneyDto['explain'] {
  const active = adjustments.filter((one) => one.undone === null && one.kind !== 'goodwill');
  if (active.length === 0) return [];
  const step = (key: 'adjustment' | 'owed', minor: bigint, params: Record<string, string>) => ({
    key,
    lineId: null,
    params,
    rounding: 'none' as const,
    amount: toDto(money(minor, reader.currency)),
  });
  const steps = active.map((one) =>
    step('adjustment', one.vendorMinor, {
      kind: one.kind,
      note: one.note ?? '',
      by: chooseName(one.madeBy, reader) ?? '',
      at: one.madeAt.toISOString(),
    }),
  );
  return [...steps, step('owed', owedMinor, {})];
}

const EVENTS = {
  correction: 'corrected',
  goodwill: 'goodwill_borne',
  chargeback: 'charged_back',
  label: 'label_charged',
} as const satisfies Record<AdjustmentKind, EventDto['kind']>;

/** What happened by adjustments. The amount is what the vendor is owed more; the whole one where no vendor bears any of it. */
export function adjustmentEvents(adjustments: readonly StoredAdjustment[], reader: Reader): EventDto[] {
  return adjustments.flatMap(({ kind, vendorId, amountMinor, vendorMinor, note, madeBy, madeAt, undone }) => {
    const minor = vendorId === null ? -amountMinor : vendorMinor;
    const event = (
      name: EventDto['kind'],
      at: Date,
      by: { name: string },
      text: string | null,
      amount: bigint,
    ): EventDto => ({
      kind: name,
      at: at.toISOString(),
      by: chooseName(by, reader),
      params: text === null ? {} : { note: text },
      amount: toDto(money(amount, reader.currency)),
      earned: null,
    });
    return [
      event(EVENTS[kind], madeAt, madeBy, note, minor),
      ...(undone ? [event('adjustment_undone', undone.at, undone.by, undone.note, -minor)] : []),
    ];
  });
}
