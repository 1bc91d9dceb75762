import { asCurrency, parseAmount, sumMinor, toDto } from '#app/core/money/money.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { Explanation } from '#app/ui/money/explain.tsx';
import type { SumRow } from '#app/ui/money/sum-rows.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import { useEarningsHistory } from './earnings-history.ts';
import type { VendorOrderDto } from '#app/features/orders/orders.contract.ts';

type Money = VendorOrderDto['money'];
type Step = Money['explain'][number];
type Dto = Money['total'];
type LedgerSums = { reference: string; lines: { account: string; value: Dto }[]; sum: Dto };

const SOLD: readonly Step['key'][] = ['goods', 'tax_in_prices', 'tax_in_discount'];
const PASSED_ON: readonly Step['key'][] = ['shipping_in_payout', 'tax_in_payout', 'discount_charged', 'goodwill'];

/** How a part's earnings are made, from goods to the ledger's entry, in the viewer's language. */
export function useExplanation(): (vendorOrder: VendorOrderDto) => Explanation {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const toHistory = useEarningsHistory();

  return ({ money, vendor }) => {
    const inWords = (amount: string | undefined): string =>
      format.money({ amount: amount ?? '0', currency: money.total.currency });
    const titleOf = new Map(
      money.explain.filter((step) => step.key === 'goods').map((step) => [step.lineId, step.params['title'] ?? '']),
    );
    const soldRow = (step: Step): SumRow =>
      step.key === 'goods'
        ? {
            label: t('orders:explain.goods', {
              quantity: step.params['quantity'] ?? '',
              title: step.params['title'] ?? '',
              price: inWords(step.params['unitPrice']),
            }),
            value: step.amount,
          }
        : {
            label: t(`orders:explain.${step.key as 'tax_in_prices' | 'tax_in_discount'}`, {
              title: titleOf.get(step.lineId) ?? '',
            }),
            value: step.amount,
            ...(step.rounding === 'none' ? {} : { note: t('orders:explain.rounded') }),
          };
    const commissionRow = (step: Step): SumRow => {
      const { percent = '0', base, from, to, condition, listCurrency: list } = step.params;
      const tier = to
        ? t('orders:explain.tier', { from: inWords(from), to: inWords(to) })
        : from && /[1-9]/.test(from)
          ? t('orders:explain.tierFrom', { from: inWords(from) })
          : '';
      const source = t(`orders:explain.source.${toSource(step.params['source'])}`);
      const sum = t('orders:explain.percentOf', { base: inWords(base), percent: format.percent(percent) });
      return {
        label: `${titleOf.get(step.lineId) ?? ''}: ${format.percent(percent)}`,
        value: negated(step.amount),
        note: [sum, source, tier, condition, list && t('orders:explain.listCurrency', { currency: list })]
          .filter(Boolean)
          .join(' · '),
      };
    };
    const flatRow = (step: Step): SumRow => ({
      label: t(step.key === 'override_flat' ? 'orders:explain.override_flat' : 'orders:explain.flat', {
        title: titleOf.get(step.lineId) ?? '',
      }),
      value: negated(step.amount),
      ...(step.rounding === 'capped' ? { note: t('orders:explain.capped') } : {}),
    });
    const adjustedRow = ({ amount, params }: Step): SumRow => ({
      label: t(`orders:adjusted.${adjustedKey(params['kind'])}`),
      value: amount,
      note: [params['note'], params['by'], params['at'] && when(params['at'])].filter(Boolean).join(' · '),
    });
    const shareRow = ({ lineId, amount, params: { title = '', percent = '0', net } }: Step): SumRow => ({
      label: t('orders:explain.discount_share', { title, item: titleOf.get(lineId) ?? '' }),
      value: amount,
      note: t('orders:explain.discount_shareOf', { net: inWords(net), percent: format.percent(percent) }),
    });
    const passedRow = (step: Step): SumRow => ({
      label: t(`orders:explain.${step.key as 'goodwill'}`),
      value: step.amount,
      ...(step.key === 'goodwill' ? { note: noteOfGoodwill(money) } : {}),
      ...(isQuoteSource(step.params['quoteSource'])
        ? { note: t(`orders:explain.quote.${step.params['quoteSource']}`, { amount: inWords(step.params['quote']) }) }
        : {}),
    });
    const passedOn = withoutShares(money.explain).flatMap((step) =>
      step.key === 'discount_share' ? [shareRow(step)] : PASSED_ON.includes(step.key) ? [passedRow(step)] : [],
    );
    const earned: SumRow = { label: t('orders:explain.total'), value: money.earnings };
    const history = toHistory(money);
    const adjusted = money.explain.filter((step) => step.key === 'adjustment').map(adjustedRow);
    const steps = [
      { title: t('orders:explain.sold'), rows: money.explain.filter((step) => SOLD.includes(step.key)).map(soldRow) },
      {
        title: t('orders:explain.commission'),
        rows: money.explain.flatMap((step) =>
          step.key === 'commission_percent'
            ? [commissionRow(step)]
            : step.key === 'commission_flat' || step.key === 'override_flat'
              ? [flatRow(step)]
              : [],
        ),
      },
      ...(passedOn.length > 0 ? [{ title: t('orders:explain.passedOn'), rows: passedOn }] : []),
      ...(history.length > 0 ? [{ title: t('orders:money.history.title'), rows: [...history, earned] }] : []),
      ...(adjusted.length > 0 ? [{ title: t('orders:adjusted.title'), rows: [earned, ...adjusted] }] : []),
    ];
    const entry = ledgerEntry(money);
    return {
      title: t('orders:explain.title', { amount: format.money(money.owed) }),
      aside: t('orders:explain.terms'),
      steps,
      total: adjusted.length > 0 ? { label: t('orders:adjusted.owed'), value: money.owed } : earned,
      ...(entry
        ? {
            entry: {
              ...entry,
              lines: entry.lines.map(({ account, value }) => ({
                label: t(`orders:account.${accountKey(account)}`, { name: vendor.name }),
                value,
              })),
            },
          }
        : {}),
    };
  };
}

/** The steps with what the vendor bears of discounts whose bearer was decided taken out of the sum of discounts: each has its own row. */
function withoutShares(steps: readonly Step[]): Step[] {
  const [first] = steps.filter((step) => step.key === 'discount_share');
  if (!first) return [...steps];
  const currency = asCurrency(first.amount.currency);
  const minorOf = ({ amount }: Step): bigint => {
    const read = parseAmount(amount.amount, currency);
    return read.ok ? read.value : 0n;
  };
  const sharedMinor = sumMinor(steps.filter((step) => step.key === 'discount_share').map(minorOf));
  return steps.flatMap((step) => {
    if (step.key !== 'discount_charged') return [step];
    const amountMinor = minorOf(step) - sharedMinor;
    return amountMinor === 0n ? [] : [{ ...step, amount: toDto({ amountMinor, currency }) }];
  });
}

/** Why goodwill is borne, and who said so, where it was assigned by an adjustment. */
function noteOfGoodwill({ adjustments }: Money): string {
  return adjustments
    .filter(({ kind, undone }) => kind === 'goodwill' && undone === null)
    .flatMap(({ note, by }) => [note, by])
    .filter(Boolean)
    .join(' · ');
}

const OWED: readonly Money['entries'][number]['kind'][] = ['order', 'adjustment', 'chargeback', 'label_cost'];

/** What the order's own entries and its adjustments have posted in all, account by account; nothing before it is paid. */
function ledgerEntry(money: Money): LedgerSums | undefined {
  const entries = money.entries.filter((entry) => OWED.includes(entry.kind));
  const [first] = entries;
  if (!first) return undefined;
  const currency = asCurrency(first.sum.currency);
  const toMoneyDto = (amountMinor: bigint): Dto => toDto({ amountMinor, currency });
  const sums = new Map<string, bigint>();
  for (const { account, amount } of entries.flatMap((entry) => entry.postings)) {
    const read = parseAmount(amount.amount, currency);
    if (read.ok) sums.set(account, (sums.get(account) ?? 0n) + read.value);
  }
  return {
    reference: first.reference,
    lines: [...sums].filter(([, sum]) => sum !== 0n).map(([account, sum]) => ({ account, value: toMoneyDto(sum) })),
    sum: toMoneyDto(sumMinor(sums.values())),
  };
}

const ACCOUNTS = [
  'buyer_receipts',
  'vendor_payable',
  'commission',
  'shipping_kept',
  'tax_kept',
  'discount_borne',
  'goodwill_borne',
  'adjustments',
  'chargebacks',
  'label_costs',
  'channel_tax',
] as const;

function accountKey(account: string): (typeof ACCOUNTS)[number] | 'other' {
  return ACCOUNTS.find((one) => one === account) ?? 'other';
}

function adjustedKey(kind: string | undefined): 'chargeback' | 'label' | 'correction' {
  return kind === 'chargeback' || kind === 'label' ? kind : 'correction';
}

function toSource(source: string | undefined): 'override' | 'vendor' | 'default' | 'none' {
  return source === 'override' || source === 'vendor' || source === 'default' ? source : 'none';
}

const isQuoteSource = (source: string | undefined): source is 'stored' | 'live' | 'recomputed' | 'missing' =>
  source === 'stored' || source === 'live' || source === 'recomputed' || source === 'missing';

function negated(value: Dto): Dto {
  if (!/[1-9]/.test(value.amount)) return value;
  const { amount, currency } = value;
  return { amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`, currency };
}
