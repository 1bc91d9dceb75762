import { BlockStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useSearchParams } from '#app/ui/router.ts';
import { usePaysVendors } from '#app/ui/money/use-due-name.ts';
import { Explain } from '#app/ui/money/explain.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { SumRows, type SumRow } from '#app/ui/money/sum-rows.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import type { VendorOrderDto } from '#app/features/orders/orders.contract.ts';
import { useEarningsHistory } from './earnings-history.ts';
import { useExplanation } from './explain-earnings.ts';
import { PayoutBadge } from '../order-badges.tsx';

/** What a vendor gets of an order and why, with the way into every step of it. */
export function MoneyCard({ part: vendorOrder, title }: { part: VendorOrderDto; title: string }) {
  const t = useText();
  const paysVendors = usePaysVendors();
  const format = useFormat();
  const { viewer } = useShell();
  const explain = useExplanation();
  const toHistory = useEarningsHistory();
  const { money } = vendorOrder;
  const [search] = useSearchParams();
  // A block of the store admin leads here: `?explain=` names the vendor.
  const isExplained = search.get('explain') === vendorOrder.vendor.id;
  const active = money.adjustments.filter((one) => one.undone === null);
  const notesOf = (kind: 'goodwill'): string =>
    active.flatMap((one) => (one.kind === kind && one.note !== null ? [one.note] : [])).join(' · ');
  const adjusted: SumRow[] = active.flatMap(({ kind, amount, note }) =>
    kind === 'goodwill' ? [] : [{ label: t(`orders:adjusted.${kind}`), value: amount, note }],
  );
  const history = toHistory(money);
  const optional = (label: string, value: SumRow['value'], note = ''): SumRow[] =>
    /[1-9]/.test(value.amount) ? [{ label, value, ...(note ? { note } : {}) }] : [];
  return (
    <SectionCard title={title} aside={<PayoutBadge state={vendorOrder.payout} />}>
      <BlockStack gap="300">
        <BlockStack gap="100">
          <Money value={money.owed} size="big" />
          <Text as="p" variant="bodySm" tone="subdued">
            {vendorOrder.held === null
              ? t(`orders:money.why.${vendorOrder.payout}`)
              : t(`orders:money.held.${vendorOrder.held}`)}
          </Text>
        </BlockStack>
        <SumRows
          rows={[
            { label: t('orders:money.netGoods'), value: money.netGoods },
            { label: t('orders:money.commission'), value: money.commission },
            ...optional(
              viewer.isAdmin ? t('orders:money.shippingOfVendor') : t('orders:money.shipping'),
              money.shippingPassedOn,
            ),
            ...optional(viewer.isAdmin ? t('orders:money.taxOfVendor') : t('orders:money.tax'), money.taxPassedOn),
            ...optional(t('orders:money.discount'), money.discountCharged),
            ...optional(t('orders:money.goodwill'), money.goodwill, notesOf('goodwill')),
          ]}
          total={{
            label: viewer.isAdmin ? t('orders:column.vendorEarns') : t('orders:money.earn'),
            value: money.earnings,
          }}
        />
        {history.length > 0 ? (
          <SumRows
            rows={history}
            total={{
              label: viewer.isAdmin ? t('orders:column.vendorEarns') : t('orders:money.earn'),
              value: money.earnings,
            }}
          />
        ) : null}
        {adjusted.length > 0 ? (
          <SumRows rows={adjusted} total={{ label: t('orders:adjusted.owed'), value: money.owed }} />
        ) : null}
        <Explain
          label={t('common:explain.amount', { amount: format.money(money.owed) })}
          explanation={explain(vendorOrder)}
          isOpenAtFirst={isExplained}
        />
        <SumRows
          rows={[
            ...optional(t('orders:money.paidOut'), money.paidOut),
            ...optional(t(paysVendors ? 'orders:money.dueToVendor' : 'orders:money.due'), money.due),
            { label: t('orders:money.buyerPaid'), value: money.total },
          ]}
        />
      </BlockStack>
    </SectionCard>
  );
}
