import { BatchReport } from '#app/features/batches/shared/batch-report.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { BatchDto } from '../../listing/batches.contract.ts';

/** How far something that is done with several products came, which products were refused and why, and the ways on. */
export function ChangeReport({ batch, mayAct: canRun }: { batch: BatchDto; mayAct: boolean }) {
  const t = useText();
  return (
    <BatchReport
      batch={batch}
      failures={batch.failures.map((failure) => ({
        ...failure,
        key: failure.productId,
        name: failure.title,
        url: `/products/${failure.productId}`,
      }))}
      texts={{
        title: (figures) => t(`productList:report.${batch.action}`, { ...figures, count: batch.total }),
        describeStatus: (how, figures) => t(`productList:report.${how}`, figures),
        failed: (count) => t('productList:report.failed', { count }),
      }}
      mayAct={canRun}
    />
  );
}
