import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '#app/ui/i18n/load-part.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { BulkAction } from '#app/ui/lists/list.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { MAX_LABELS_AT_ONCE } from '../batch/choose-rate.ts';
import type { LabelBatchOrders } from './label-batch-dialog.tsx';

const LabelBatchDialog = lazyPart(async () => (await import('./label-batch-dialog.tsx')).LabelBatchDialog);

/** The purchase of the labels of several orders of a list, asked about before it begins. `find` names the chosen rows. */
export function useLabelBatch(o: { isTest: boolean; find: (ids: readonly string[]) => LabelBatchOrders }): {
  action: BulkAction;
  dialog: ReactNode;
} {
  const t = useText();
  const toast = useToast();
  const [orders, setOrders] = useState<LabelBatchOrders>();
  return {
    action: {
      label: (count) => t('labels:batch.action', { count }),
      promoted: true,
      pageOnly: true,
      onAction: (ids) => {
        if (ids.length > MAX_LABELS_AT_ONCE) toast(t('labels:batch.tooMany', { count: MAX_LABELS_AT_ONCE }));
        else setOrders(o.find(ids));
      },
    },
    dialog: orders ? (
      <Suspense fallback={null}>
        <LabelBatchDialog
          orders={orders}
          isTest={o.isTest}
          onClose={() => {
            setOrders(undefined);
          }}
        />
      </Suspense>
    ) : null,
  };
}
