import { Banner, BlockStack, Button, InlineStack, ProgressBar } from '@shopify/polaris';
import { useEffect } from 'react';
import type { BulkFulfilWire } from '#app/features/orders/bulk-fulfil.contract.ts';
import type { FormAnswer } from '#app/ui/forms/answer.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { useFetcher } from '#app/ui/router.ts';
import { DoorLink } from '#app/ui/shell/door-link.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';

/** Orders that are named with the reason why they were not shipped; the others are counted. */
const NAMED = 10;

/** How far the shipping of several orders came, which were not shipped and why, and the ways on for who may ship. */
export function BulkReport({ batch, mayShip }: { batch: BulkFulfilWire; mayShip: boolean }) {
  const t = useText();
  const format = useFormat();
  const act = useBulkActs(batch.id);
  const isRunning = batch.state === 'running';
  const isStuck = isRunning && batch.trouble !== null;
  const figures = { done: format.number(batch.done), total: format.number(batch.total) };
  const tone = isStuck || (!isRunning && batch.failed > 0) ? 'warning' : isRunning ? 'info' : 'success';
  const id = `bulk-${batch.id}`;
  return (
    <Banner
      tone={tone}
      title={t('orders:bulk.title', { total: figures.total })}
      {...(mayShip && !isRunning ? { onDismiss: act.putAway } : {})}
    >
      <BlockStack gap="200">
        {isRunning ? (
          <ProgressBar
            progress={Math.floor(((batch.done + batch.failed) / Math.max(1, batch.total)) * 100)}
            size="small"
            ariaLabelledBy={id}
          />
        ) : null}
        <p id={id}>{t(`orders:bulk.${isStuck ? 'trouble' : batch.state}`, figures)}</p>
        {batch.failed > 0 ? <Failures batch={batch} /> : null}
        {mayShip && batch.failed > 0 && !isRunning ? (
          <InlineStack>
            <Button onClick={act.retry} loading={act.isRetrying}>
              {t('orders:bulk.retry', { count: batch.failed })}
            </Button>
          </InlineStack>
        ) : null}
      </BlockStack>
    </Banner>
  );
}

function Failures({ batch }: { batch: BulkFulfilWire }) {
  const t = useText();
  const rest = batch.failures.length - NAMED;
  return (
    <>
      <p>{t('orders:bulk.failed', { count: batch.failed })}</p>
      <ul className="souk-bulk-failures">
        {batch.failures.slice(0, NAMED).map((failure) => (
          <li key={`${failure.orderId}-${failure.vendorId}`}>
            <DoorLink url={`/orders/${failure.orderId}`}>{failure.name}</DoorLink>: {refusalText(t, failure)}
          </li>
        ))}
      </ul>
      {rest > 0 ? <p>{t('orders:bulk.more', { count: rest })}</p> : null}
    </>
  );
}

function useBulkActs(batchId: string) {
  const t = useText();
  const toast = useToast();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data;
  useEffect(() => {
    if (answer && !answer.ok) toast(refusalText(t, answer), { isError: true });
    // Only a new answer counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [answer]);
  const send = (method: 'put' | 'delete') => () => {
    fetcher.submit(JSON.stringify({ batchId }), { method, encType: 'application/json' });
  };
  return { retry: send('put'), putAway: send('delete'), isRetrying: fetcher.state !== 'idle' };
}
