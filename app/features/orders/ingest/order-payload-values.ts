import type { Issue } from '#app/core/errors.ts';
import { describeAmountRefusal, parseAmount, type Currency } from '#app/core/money/money.ts';

type AmountInput = string | number;

/** An amount as the platform states it: a set with `shop_money`, and the plain field that older payloads have alone. */
export type AmountPair = {
  set?: { shop_money: { amount: AmountInput; currency_code: string } } | null;
  plain?: AmountInput | null;
};

/** Collects what is wrong with a payload while it is read in one currency. */
export class IssueList {
  readonly currency: Currency;
  readonly list: Issue[] = [];

  constructor(currency: Currency) {
    this.currency = currency;
  }

  add(path: string, rule: string, message: string): void {
    this.list.push({ path, rule, message });
  }
}

const MAX_RECORDED = 8;

/** What is wrong with a payload as one line, for the note of its delivery. */
export function describeIssues(issues: readonly Issue[]): string {
  const some = issues.slice(0, MAX_RECORDED).map(({ path, message }) => `${path} ${message}`);
  return `unreadable: ${some.join('; ')}`;
}

/** Reads `shop_money`, else the plain field, else 0, as minor units of the store's currency. */
export function readAmount(pair: AmountPair, path: string, issues: IssueList): bigint {
  if (pair.set && pair.set.shop_money.currency_code !== issues.currency) {
    issues.add(path, 'currency', `must be in ${issues.currency}`);
    return 0n;
  }
  const input = pair.set?.shop_money.amount ?? pair.plain;
  if (input === null || input === undefined) return 0n;
  const parsed = parseAmount(input, issues.currency);
  if (parsed.ok) return parsed.value;
  issues.add(path, parsed.refusal.rule, describeAmountRefusal(parsed.refusal));
  return 0n;
}

const GID = /^gid:\/\/[\w-]+\/\w+\/(\d{1,19})(?:\?.*)?$/;

/** An id as a decimal string: from the global id, else from digits or a number that JSON has not rounded. */
export function readId(
  source: { id: AmountInput | null; admin_graphql_api_id?: string | null },
  path: string,
  issues: IssueList,
): string {
  const fromGid = source.admin_graphql_api_id ? GID.exec(source.admin_graphql_api_id)?.[1] : undefined;
  const digits = fromGid ?? maybeId(source.id);
  if (digits !== null) return digits;
  issues.add(path, 'id', 'must be an id that JSON has not rounded');
  return '';
}

/** The id of what a line is of; unknown where its digits are lost. Money does not depend on it. */
export function maybeId(id: AmountInput | null): string | null {
  if (typeof id === 'number') return Number.isSafeInteger(id) && id > 0 ? String(id) : null;
  if (id === null) return null;
  return /^\d{1,19}$/.test(id) ? id : (GID.exec(id)?.[1] ?? null);
}

const RATE = /^(\d{1,3})(?:\.(\d+))?$/;
const RATE_PLACES = 9;

/** A tax rate (0.2 is 20 %) in 10⁻⁹, rounded to the nearest. */
export function readRate(rate: AmountInput | null, path: string, issues: IssueList): bigint {
  if (rate === null) return 0n;
  const match = RATE.exec(typeof rate === 'number' ? rate.toFixed(RATE_PLACES + 1) : rate.trim());
  if (!match) {
    issues.add(path, 'rate', 'must be a decimal of at least 0');
    return 0n;
  }
  const [, integer = '', fraction = ''] = match;
  const padded = BigInt(integer + fraction.slice(0, RATE_PLACES + 1).padEnd(RATE_PLACES + 1, '0'));
  return (padded + 5n) / 10n;
}
