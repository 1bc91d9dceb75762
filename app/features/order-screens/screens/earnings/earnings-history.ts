import { useText } from '#app/ui/i18n/use-text.ts';
import type { SumRow } from '#app/ui/money/sum-rows.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { VendorOrderDto } from '#app/features/orders/orders.contract.ts';

/** The rows from what was earned before any refund to the earnings: one a refund, and one for a cancellation; none without either. */
export function useEarningsHistory(): (money: Pick<VendorOrderDto['money'], 'history'>) => SumRow[] {
  const t = useText();
  const when = useWhen();
  return ({ history }) => {
    if (history === null) return [];
    const changes = history.changes.map(({ kind, at, amount }) => ({
      label: t(`orders:money.history.${kind}`, { date: when(at, 'long') }),
      value: amount,
    }));
    return [{ label: t('orders:money.history.before'), value: history.before }, ...changes];
  };
}
