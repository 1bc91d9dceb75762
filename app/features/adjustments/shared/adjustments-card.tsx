import { BlockStack, Button, InlineStack, SkeletonBodyText, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import type { listAdjustmentsEndpoint } from '../adjustments.contract.ts';
import { AdjustmentRows } from './adjustment-rows.tsx';

/** What admins adjusted of an order, and the way to adjust more of it or to undo. */
export function AdjustmentsCard({ orderId }: { orderId: string }) {
  const t = useText();
  const path = useLayoutPath();
  const read = useData(['adjustments', orderId], () =>
    callApi<typeof listAdjustmentsEndpoint>('GET', '/orders/{orderId}/adjustments', { params: { orderId } }),
  );
  const { data } = read;
  return (
    <SectionCard title={t('adjustments:title')}>
      <BlockStack gap="300">
        {data ? (
          data.adjustments.length > 0 ? (
            <AdjustmentRows adjustments={data.adjustments} />
          ) : (
            <Text as="p" tone="subdued">
              {t('adjustments:none')}
            </Text>
          )
        ) : read.error === undefined ? (
          <SkeletonBodyText lines={2} />
        ) : (
          <Text as="p" tone="critical">
            {t('adjustments:failed')}
          </Text>
        )}
        <InlineStack align="end">
          <Button url={path(`/orders/${orderId}/adjustments`)}>{t('adjustments:open')}</Button>
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}
