import { formatMinor } from '../../core/money.ts';

/** `*_set`: the shop's money and the buyer's, which the sandbox keeps the same. */
export function moneySet(
  amountMinor: number,
  currency: string,
): { shop_money: RestMoney; presentment_money: RestMoney } {
  const money = { amount: formatMinor(amountMinor, currency), currency_code: currency };
  return { shop_money: money, presentment_money: { ...money } };
}

export type RestMoney = { amount: string; currency_code: string };

/** `2026-11-21T10:00:00+01:00`: whole seconds in the shop's zone, as the platform's REST shapes have it. */
export function restTime(iso: string, zone: string): string;
export function restTime(iso: string | null, zone: string): string | null;
export function restTime(iso: string | null, zone: string): string | null {
  if (iso === null) return null;
  const at = new Date(iso);
  const parts = Object.fromEntries(
    formatterFor(zone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  const offset = (parts['timeZoneName'] ?? 'GMT').replace('GMT', '') || '+00:00';
  return `${parts['year'] ?? ''}-${parts['month'] ?? ''}-${parts['day'] ?? ''}T${parts['hour'] ?? ''}:${parts['minute'] ?? ''}:${parts['second'] ?? ''}${offset}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}
