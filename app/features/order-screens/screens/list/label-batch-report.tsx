import { Button } from '@shopify/polaris';
import { BatchReport } from '#app/features/batches/shared/batch-report.tsx';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { useRevalidator } from '#app/ui/router.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type {
  dismissLabelBatchEndpoint,
  retryLabelBatchEndpoint,
  LabelBatchDto,
} from '#app/features/labels/batch/label-batch.contract.ts';
import { usePdfTab } from '#app/features/labels/shared/use-label-print.ts';

/** How far labels came that are bought at once, for which orders none was bought and why, and the one file to print. */
export function LabelBatchReport({ batch, mayAct: canRun }: { batch: LabelBatchDto; mayAct: boolean }) {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { open, isBusy } = usePdfTab();
  const { id: batchId, state, total, done, failures } = batch;
  const attempt = (action: () => Promise<unknown>) => (): void => {
    action()
      .catch((error: unknown) => {
        toast(error instanceof ApiRefusal ? refusalText(t, error) : t('labels:failed'), { isError: true });
      })
      .finally(revalidate);
  };
  return (
    <BatchReport
      batch={batch}
      failures={failures.map((failure) => ({
        ...failure,
        key: `${failure.orderId}-${failure.vendorId}`,
        url: `/orders/${failure.orderId}`,
      }))}
      texts={{
        title: (figures) => t('labels:batch.title', { total: figures.total, count: total }),
        describeStatus: (how, figures) => t(`labels:batch.${how}`, figures),
        failed: (count) => t('labels:batch.failed', { count }),
      }}
      mayAct={canRun}
      acts={{
        retry: attempt(() =>
          callApi<typeof retryLabelBatchEndpoint>('POST', '/shippo/label-batches/{batchId}/retry', {
            params: { batchId },
          }),
        ),
        dismiss: attempt(() =>
          callApi<typeof dismissLabelBatchEndpoint>('DELETE', '/shippo/label-batches/{batchId}', {
            params: { batchId },
          }),
        ),
      }}
      action={
        state === 'done' && done > 0 ? (
          <Button
            loading={isBusy}
            onClick={() => {
              open(`/api/shippo/label-batches/${batchId}/file`);
            }}
          >
            {t('labels:batch.print', { count: done, number: format.number(done) })}
          </Button>
        ) : null
      }
    />
  );
}
