import { useText } from '#app/ui/i18n/use-text.ts';
import type { Status } from '#app/ui/components/status-badge.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { EntryKind, EntryReason } from '../money-calendar.ts';
import type { EntryDto } from '../money-calendar.contract.ts';

const STATUS_OF: Readonly<Record<EntryKind, Status>> = {
  paid: 'paid',
  on_its_way: 'onItsWay',
  due: 'due',
  held: 'waiting',
  if_shipped: 'expected',
  blocked: 'blocked',
  not_due: 'notDueYet',
  overpaid: 'overpaid',
  came_back: 'failed',
};

/** The badge of an entry: what came back after it was paid did not fail. */
export const toStatus = ({ kind, reason }: Pick<EntryDto, 'kind' | 'reason'>): Status =>
  kind === 'came_back' && reason === 'returned' ? 'reversed' : STATUS_OF[kind];

const OF_PAYOUTS: readonly EntryKind[] = ['paid', 'on_its_way', 'came_back'];

/** Where an entry leads: the key of its words, and the place. */
export type EntryLink = {
  words: 'payout' | 'payouts' | 'orders' | 'ship' | 'way' | 'account';
  url: string;
};

const OF_REASON: Partial<Record<EntryReason, EntryLink>> = {
  no_method: { words: 'way', url: '/payment-information' },
  account_not_ready: { words: 'account', url: '/payment-information' },
  details_changed: { words: 'account', url: '/payment-information' },
};

/** The payout, the orders or the page of whoever looks at an entry to find out more. */
export function toLink({ kind, reason, payoutId }: EntryDto): EntryLink {
  if (OF_PAYOUTS.includes(kind))
    return payoutId === null
      ? { words: 'payouts', url: '/money/payouts' }
      : { words: 'payout', url: `/money/payouts/${payoutId}` };
  const own = OF_REASON[reason];
  if (own) return own;
  if (kind === 'if_shipped') return { words: 'ship', url: '/orders?view=ship' };
  const view = kind === 'overpaid' || kind === 'not_due' ? kind : 'due';
  return { words: 'orders', url: `/money?view=${view}&period=all` };
}

/** The words of an entry: its kind, how many orders or payouts it is, why it stands so and who has to act. */
export function useEntryWords() {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const reasonOf = ({ reason, values }: EntryDto): string => {
    if (reason === 'holding' || reason === 'ship_now')
      return t(`moneyCalendar:why.${reason}`, { count: values.days ?? 0 });
    return t(`moneyCalendar:why.${reason}`, {
      until: values.until ? `${when(values.until, 'long')}, ${when(values.until, 'time')}` : '',
      minimum: values.minimum ? format.money(values.minimum) : '',
      hold: values.hold ? t(`moneyCalendar:hold.${values.hold}`) : '',
    });
  };
  return {
    kindOf: (entry: EntryDto): string =>
      entry.kind === 'if_shipped' ? t('moneyCalendar:ifShipped') : t(`common:status.${toStatus(entry)}`),
    countOf: ({ kind, count }: EntryDto): string =>
      t(OF_PAYOUTS.includes(kind) ? 'moneyCalendar:of.payouts' : 'moneyCalendar:of.orders', { count }),
    whyOf: (entry: EntryDto): string[] => {
      const { problem } = entry.values;
      return [
        reasonOf(entry),
        ...(problem ? [t('moneyCalendar:problem', { why: t(`money:reason.${problem}`) })] : []),
        ...(entry.acts === 'nobody' ? [] : [t(`moneyCalendar:acts.${entry.acts}`)]),
        ...(entry.isTest ? [t('moneyCalendar:test')] : []),
      ];
    },
  };
}
