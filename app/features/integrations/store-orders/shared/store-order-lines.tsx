import { Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { StoreOrderDto } from '../store-orders.contract.ts';

/** How an order stands in an own store, in sentences. */
export function StoreOrderLines({ order }: { order: StoreOrderDto }) {
  const t = useText();
  const { state, problem, detail, takenBack, beyond, refusedShipments } = order;
  const isFault = state === 'refused' || problem === 'cancel_refused';
  const status =
    problem === null
      ? state === 'waiting'
        ? t('integrations:orders.waiting')
        : ''
      : t(`integrations:orders.problem.${problem}`);
  return (
    <>
      {status === '' ? null : (
        <Text as="p" tone={isFault ? 'critical' : 'subdued'}>
          {status}
        </Text>
      )}
      {detail === null || detail === '' ? null : (
        <Text as="p" tone="subdued">
          {t('integrations:orders.detail', { detail })}
        </Text>
      )}
      {takenBack > 0 ? <Text as="p">{t('integrations:orders.takenBack', { count: takenBack })}</Text> : null}
      {beyond > 0 ? <Text as="p">{t('integrations:orders.beyond', { count: beyond })}</Text> : null}
      {refusedShipments > 0 ? (
        <Text as="p" tone="critical">
          {t('integrations:orders.refusedShipments', { count: refusedShipments })}
        </Text>
      ) : null}
    </>
  );
}
