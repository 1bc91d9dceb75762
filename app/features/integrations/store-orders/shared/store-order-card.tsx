import { Banner, BlockStack, Button, InlineStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import type { readStoreOrderEndpoint, retryStoreOrderEndpoint, StoreOrderDto } from '../store-orders.contract.ts';
import { StoreOrderLines } from './store-order-lines.tsx';

/** What became of an order in the own stores of its vendors; nothing where it went to none. */
export function StoreOrderCard({ orderId, isWhole }: { orderId: string; isWhole: boolean }) {
  const t = useText();
  const { data, mutate } = useData(['store-orders', orderId], () =>
    callApi<typeof readStoreOrderEndpoint>('GET', '/integrations/shopify/orders/{orderId}', { params: { orderId } }),
  );
  if (!data || data.orders.length === 0) return null;
  return (
    <SectionCard title={t('integrations:list.store')}>
      <BlockStack gap="300">
        {data.orders.map((order) => (
          <StoreOrderPart
            key={order.vendorId}
            order={order}
            isWhole={isWhole}
            onSent={(orders) => {
              void mutate({ orders }, { revalidate: false });
            }}
          />
        ))}
      </BlockStack>
    </SectionCard>
  );
}

function StoreOrderPart(props: { order: StoreOrderDto; isWhole: boolean; onSent: (orders: StoreOrderDto[]) => void }) {
  const t = useText();
  const { order, isWhole } = props;
  return (
    <BlockStack gap="200">
      {isWhole ? (
        <Text as="p" fontWeight="semibold">
          {order.vendor}
        </Text>
      ) : null}
      {order.name !== null && order.url !== null ? (
        <Text as="p">
          {t('integrations:orders.inStore')}{' '}
          <Link url={order.url} target="_blank">
            {order.name}
          </Link>
        </Text>
      ) : null}
      <StoreOrderLines order={order} />
      {order.canRetry ? <Retry orderId={order.orderId} onSent={props.onSent} /> : null}
    </BlockStack>
  );
}

function Retry({ orderId, onSent }: { orderId: string; onSent: (orders: StoreOrderDto[]) => void }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      const { orders } = await callApi<typeof retryStoreOrderEndpoint>(
        'POST',
        '/integrations/shopify/orders/{orderId}/retry',
        { params: { orderId } },
      );
      onSent(orders);
    } catch (error) {
      setProblem(error instanceof ApiRefusal ? refusalText(t, error) : t('errors:offline'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <InlineStack>
        <Button loading={busy} onClick={() => void send()}>
          {t('integrations:orders.retry')}
        </Button>
      </InlineStack>
      {problem === '' ? null : <Banner tone="critical">{problem}</Banner>}
    </>
  );
}
