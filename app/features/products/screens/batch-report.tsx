import { Banner, BlockStack, Button, InlineStack, ProgressBar } from '@shopify/polaris';
import { useEffect } from 'react';
import type { FormAnswer } from '#app/ui/forms/answer.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { useFetcher } from '#app/ui/router.ts';
import { DoorLink } from '#app/ui/shell/door-link.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { BatchWire } from '../batches.contract.ts';

/** Refused products that are named; the others are counted. */
const NAMED = 10;

/** How far something that is done with several products came, which products were refused and why, and the ways on. */
export function BatchReport({ batch }: { batch: BatchWire }) {
  const t = useText();
  const format = useFormat();
  const act = useBatchActs(batch.id);
  const isRunning = batch.state === 'running';
  const figures = { done: format.number(batch.done), total: format.number(batch.total) };
  const sentence = isRunning ? (batch.trouble === null ? 'running' : 'trouble') : 'done';
  const tone = isRunning ? (batch.trouble === null ? 'info' : 'warning') : batch.failed > 0 ? 'warning' : 'success';
  const id = `batch-${batch.id}`;
  return (
    <Banner
      tone={tone}
      title={t(`productList:report.${batch.action}`, figures)}
      {...(isRunning ? {} : { onDismiss: act.putAway })}
    >
      <BlockStack gap="200">
        {isRunning ? (
          <ProgressBar
            progress={Math.floor(((batch.done + batch.failed) / Math.max(1, batch.total)) * 100)}
            size="small"
            ariaLabelledBy={id}
          />
        ) : null}
        <p id={id}>{t(`productList:report.${sentence}`, figures)}</p>
        {batch.failed > 0 ? <Failures batch={batch} /> : null}
        {batch.failed > 0 && !isRunning ? (
          <InlineStack>
            <Button onClick={act.retry} loading={act.isRetrying}>
              {t('productList:report.retry', { count: batch.failed })}
            </Button>
          </InlineStack>
        ) : null}
      </BlockStack>
    </Banner>
  );
}

function Failures({ batch }: { batch: BatchWire }) {
  const t = useText();
  const rest = batch.failures.length - NAMED;
  return (
    <>
      <p>{t('productList:report.failed', { count: batch.failed })}</p>
      <ul className="product-failures">
        {batch.failures.slice(0, NAMED).map((failure) => (
          <li key={failure.productId}>
            <DoorLink url={`/products/${failure.productId}`}>{failure.title}</DoorLink>: {refusalText(t, failure)}
          </li>
        ))}
      </ul>
      {rest > 0 ? <p>{t('productList:report.more', { count: rest })}</p> : null}
    </>
  );
}

function useBatchActs(batchId: string) {
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
