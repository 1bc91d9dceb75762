import type { Translate } from '#app/ui/i18n/keys.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { LEDGER_ACCOUNTS } from '#app/platform/ledger/ledger.ts';
import type { FindingDto } from '../reconciliation.contract.ts';

const ACCOUNTS = [...LEDGER_ACCOUNTS, 'in_transit', 'paid_out'] as const;
const STATES = ['unpaid', 'due', 'paid', 'overpaid', 'none'] as const;
const PROVIDER_STATES = ['processing', 'unknown', 'unclaimed', 'paid', 'failed', 'reversed'] as const;
const REASONS = ['order_deleted', 'negative_payout', 'fully_discounted'] as const;

/** What is wrong, in a sentence with its amounts. */
export function describeFinding(t: Translate, one: FindingDto, format: (value: MoneyDto) => string): string {
  const amount = (value: MoneyDto | null): string => (value ? format(value) : '');
  const { detail } = one;
  // Accounts of payouts exist once a method: `in_transit:stripe`.
  const account = ACCOUNTS.find((name) => name === detail.account?.split(':')[0]);
  const state = (value: string | undefined): string => {
    const known = STATES.find((name) => name === value);
    return known ? t(`reconciliation:state.${known}`) : (value ?? '');
  };
  const providerState = (value: string | undefined): string => {
    const known = PROVIDER_STATES.find((name) => name === value);
    return known ? t(`reconciliation:provider.${known}`) : (value ?? '');
  };
  const say = (value: MoneyDto | null, text: string | undefined): string => {
    if (one.kind === 'payout_state') return state(text);
    if (one.kind === 'provider_state') return providerState(text);
    return one.kind === 'provider_currency' ? (text ?? '') : amount(value);
  };
  const reason = REASONS.find((name) => name === detail.reason) ?? 'other';
  return t(`reconciliation:says.${one.kind}`, {
    expected: say(one.expected, detail.expected),
    found: say(one.found, detail.found),
    account: account ? t(`reconciliation:account.${account}`) : (detail.account ?? ''),
    transaction: detail.transaction ?? '',
    reason: t(`reconciliation:reason.${reason}`),
  });
}

/** Where the next step is done, most fitting first. */
export function formatLinks(t: Translate, one: FindingDto): { label: string; url: string }[] {
  const links = [
    one.payoutId !== null && { label: t('reconciliation:act.payout'), url: `/money/payouts/${one.payoutId}` },
    one.order !== null && { label: t('reconciliation:act.order'), url: `/orders/${one.order.id}` },
    one.kind === 'no_commission_line' && { label: t('reconciliation:act.commissions'), url: '/commissions' },
    one.kind === 'vendor_balance' &&
      one.vendor !== null && { label: t('reconciliation:act.balance'), url: `/vendors/${one.vendor.id}` },
  ].filter((link) => link !== false);
  return links.length > 0 ? links : [{ label: t('reconciliation:act.deliveries'), url: '/deliveries' }];
}
