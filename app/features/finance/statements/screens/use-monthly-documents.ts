import { useState } from 'react';
import type { Locale } from '#app/core/viewer.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal, callApi, callPath } from '#app/ui/session/api-client.ts';
import { saveAnswer } from '#app/ui/session/download.ts';
import { openTab, sendTab } from '#app/ui/session/link-tab.ts';
import type { MonthlyFamily } from '../monthly-document.ts';
import type { linkMonthlyDocumentsEndpoint, StatementFormat } from '../statements.contract.ts';

/** Papers of a month: one vendor's (named in the marketplace view) or those of many, by their ids. */
export type MonthlyDocumentsRequest = {
  month: string;
  paper: MonthlyFamily;
  currency?: string | undefined;
  requestedVendor?: string | undefined;
  vendors?: readonly string[] | undefined;
  locale?: Locale | undefined;
};

/**
 * Opens papers in a tab of their own, or saves them as files; a toast says what was done or why not. Both answer whether they
 * did it.
 */
export function useMonthlyDocuments(): {
  open: (requested: MonthlyDocumentsRequest) => Promise<boolean>;
  save: (requested: MonthlyDocumentsRequest, format: StatementFormat) => Promise<boolean>;
  busy: boolean;
} {
  const t = useText();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const attempt = async (action: () => Promise<string>): Promise<boolean> => {
    setBusy(true);
    try {
      toast(await action());
      return true;
    } catch (error) {
      toast(error instanceof ApiRefusal ? refusalText(t, error) : t('documents:print.failed'), { isError: true });
      return false;
    } finally {
      setBusy(false);
    }
  };
  const open = async (requested: MonthlyDocumentsRequest): Promise<boolean> => {
    const tab = openTab();
    if (!tab) {
      toast(t('documents:print.blocked'), { isError: true });
      return false;
    }
    return attempt(async () => {
      await sendTab(tab, async () => {
        const { vendors, ...request } = requested;
        const { url } = await callApi<typeof linkMonthlyDocumentsEndpoint>('POST', '/statements/links', {
          body: { ...request, ...(vendors ? { vendors: [...vendors] } : {}) },
        });
        return url;
      });
      return t('statements:opened');
    });
  };
  const save = (requested: MonthlyDocumentsRequest, format: StatementFormat): Promise<boolean> =>
    attempt(async () => {
      const answer = await fetchFile(requested, format);
      const name = await saveAnswer(answer, `paper.${format}`);
      return t('documents:print.pdfSaved', { name });
    });
  return { open, save, busy };
}

function fetchFile(requested: MonthlyDocumentsRequest, format: StatementFormat): Promise<Response> {
  const { month, paper: monthlyDocument, currency, locale, requestedVendor } = requested;
  const search = new URLSearchParams({
    format,
    ...(locale ? { locale } : {}),
    ...(currency === undefined ? {} : { currency }),
    ...(requestedVendor === undefined ? {} : { requestedVendor }),
  });
  return callPath('GET', `/api/statements/${month}/${monthlyDocument}`, { search });
}
