import { Banner, BlockStack, Button, InlineStack, Link, Text } from '@shopify/polaris';
import { EmptyCard, SectionCard } from '#app/ui/components/cards.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { StoreOrderLines } from '../shared/store-order-lines.tsx';
import type { StoreOrderDto } from '../store-orders.contract.ts';

/** Orders that are not in the own stores as they should be, each with the reason and what may be done. */
export function StoreOrdersScreen({ orders, isWhole }: { orders: readonly StoreOrderDto[]; isWhole: boolean }) {
  const t = useText();
  return (
    <ScreenPage
      title={t('integrations:orders.title')}
      subtitle={t('integrations:orders.subtitle')}
      back={{ label: t('integrations:title'), url: '/settings/integrations' }}
    >
      {orders.length === 0 ? (
        <EmptyCard title={t('integrations:orders.none')} body={t('integrations:orders.noneBody')} />
      ) : (
        <SectionCard title={t('integrations:orders.title')} flush>
          <ul className="souk-rows" aria-label={t('integrations:orders.title')}>
            {orders.map((order) => (
              <li key={`${order.orderId}/${order.vendorId}`}>
                <Row order={order} isWhole={isWhole} />
              </li>
            ))}
          </ul>
        </SectionCard>
      )}
    </ScreenPage>
  );
}

function Row({ order, isWhole }: { order: StoreOrderDto; isWhole: boolean }) {
  const pathOf = useLayoutPath();
  return (
    <div className="souk-row">
      <span className="souk-row-main">
        <BlockStack gap="100">
          <InlineStack gap="200">
            <Link url={pathOf(`/orders/${order.orderId}`)}>{order.orderName}</Link>
            {isWhole ? <Text as="span">{order.vendor}</Text> : null}
            <Text as="span" tone="subdued">
              {[order.shop, order.name].filter(Boolean).join(' · ')}
            </Text>
          </InlineStack>
          <StoreOrderLines order={order} />
          {order.canRetry ? <RetryButton order={order} /> : null}
        </BlockStack>
      </span>
    </div>
  );
}

function RetryButton({ order: { orderId, orderName } }: { order: StoreOrderDto }) {
  const t = useText();
  const form = useForm({
    initial: {},
    toPayload: () => ({ orderId }),
    done: t('integrations:orders.retried'),
  });
  return (
    <>
      <InlineStack>
        <Button
          variant="plain"
          loading={form.saving}
          onClick={form.submit}
          accessibilityLabel={t('integrations:orders.retryNamed', { name: orderName })}
        >
          {t('integrations:orders.retry')}
        </Button>
      </InlineStack>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
    </>
  );
}
