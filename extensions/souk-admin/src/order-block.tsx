/** @jsxImportSource preact */
/// <reference types="@shopify/ui-extensions/admin.order-details.block.render" />
import { render } from 'preact';
import { formatMoney, negate, readHost, readSelectedIds, t } from './host.ts';
import { computeProgress, loadOrder, type Progress, type VendorOrder } from './order.ts';
import { WhenLoaded } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

const TONES = {
  to_ship: 'warning',
  partly_shipped: 'warning',
  shipped: 'success',
  delivered: 'success',
  returned: 'neutral',
  on_hold: 'caution',
  cancelled: 'neutral',
} as const satisfies Record<Progress, string>;

export default function renderBlock(): void {
  render(<OrderBlock />, document.body);
}

/** Who sells what in the order that is shown, how far each vendor is, and who earns what. */
function OrderBlock() {
  const [orderId = ''] = readSelectedIds();
  const { loaded, reload } = useLoaded(() => loadOrder(orderId));
  return (
    <s-admin-block heading={t('order.heading')}>
      <WhenLoaded loaded={loaded} reload={reload}>
        {({ adminOrders }) =>
          adminOrders.length === 0 ? (
            <s-text color="subdued">{t('order.none')}</s-text>
          ) : (
            <s-stack gap="base">
              {adminOrders.map((vendorOrder) => (
                <VendorPart key={vendorOrder.vendor.id} orderId={orderId} part={vendorOrder} />
              ))}
              <s-divider />
              <s-stack direction="inline" gap="base">
                <s-link href={`app:admin/orders/${orderId}`}>{t('order.open')}</s-link>
                <s-button
                  variant="tertiary"
                  onClick={() => readHost().navigation?.navigate('extension:souk-order-action')}
                >
                  {t('order.act')}
                </s-button>
              </s-stack>
            </s-stack>
          )
        }
      </WhenLoaded>
    </s-admin-block>
  );
}

function VendorPart({ orderId, part }: { orderId: string; part: VendorOrder }) {
  const progress = computeProgress(part);
  const { earnings, commission } = part.money;
  return (
    <s-section accessibilityLabel={part.vendor.name}>
      <s-stack gap="small">
        <s-stack direction="inline" gap="small" alignItems="center">
          <s-text type="strong">{part.vendor.name}</s-text>
          <s-badge tone={TONES[progress]}>{t(`order.progress.${progress}`)}</s-badge>
        </s-stack>
        <s-text color="subdued">{part.lines.map(describeLine).join(', ')}</s-text>
        {earnings && commission ? (
          <s-stack direction="inline" gap="small" alignItems="center">
            <s-text>
              {t('order.money', { earns: formatMoney(earnings), commission: formatMoney(negate(commission)) })}
            </s-text>
            {part.payout === 'none' ? null : <s-badge>{t(`order.payout.${part.payout}`)}</s-badge>}
            <s-link href={`app:admin/orders/${orderId}?explain=${part.vendor.id}`}>{t('order.explain')}</s-link>
          </s-stack>
        ) : null}
      </s-stack>
    </s-section>
  );
}

function describeLine({ title, variantTitle, quantity }: VendorOrder['lines'][number]): string {
  return t('order.line', { quantity, title: variantTitle === '' ? title : `${title} (${variantTitle})` });
}
