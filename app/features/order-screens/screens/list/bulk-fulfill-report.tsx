import { BatchReport } from '#app/features/batches/shared/batch-report.tsx';
import type { BulkFulfillDto } from '#app/features/orders/fulfillment/bulk-fulfill.contract.ts';
import { useText } from '#app/ui/i18n/use-text.ts';

/** How far the shipping of several orders came, which were not shipped and why, and the ways on for who may ship. */
export function BulkReport({ batch, mayShip }: { batch: BulkFulfillDto; mayShip: boolean }) {
  const t = useText();
  return (
    <BatchReport
      batch={batch}
      failures={batch.failures.map((failure) => ({
        ...failure,
        key: `${failure.orderId}-${failure.vendorId}`,
        url: `/orders/${failure.orderId}`,
      }))}
      texts={{
        title: ({ total }) => t('orders:bulk.title', { total, count: batch.total }),
        describeStatus: (how, figures) => t(`orders:bulk.${how}`, figures),
        failed: (count) => t('orders:bulk.failed', { count }),
      }}
      mayAct={mayShip}
    />
  );
}
