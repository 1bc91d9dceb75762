import type { ReactNode } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useExport } from '#app/ui/lists/use-export.tsx';
import type { PageAction } from '#app/ui/page/page-action.ts';

/** The reports on the whole marketplace, for a range of days: their buttons, and how far each of them came. */
export function useAdminReports(range: { period?: string; from?: string | undefined; to?: string | undefined }): {
  actions: PageAction[];
  report: ReactNode;
} {
  const t = useText();
  const sales = useExport({
    url: '/api/admin-export/sales-report',
    body: range,
    file: 'sales-report.csv',
    label: t('lists:report.sales'),
  });
  const transactions = useExport({
    url: '/api/admin-export/all-transactions',
    body: range,
    file: 'all-transactions.csv',
    label: t('lists:report.transactions'),
  });
  return {
    actions: [sales.action, transactions.action],
    report: (
      <>
        {sales.report}
        {transactions.report}
      </>
    ),
  };
}
