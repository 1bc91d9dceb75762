import { useState } from 'react';
import type { Locale } from '#app/core/viewer.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal, callApi, callPath } from '#app/ui/session/api-client.ts';
import { saveFile } from '#app/ui/session/download.ts';
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
    // Opened in the click itself, or the browser takes it for a pop-up; it gets its address once there is one.
    const tab = window.open('about:blank', '_blank');
    if (!tab) {
      toast(t('documents:print.blocked'), { isError: true });
      return false;
    }
    return attempt(async () => {
      try {
        const { vendors, ...request } = requested;
        const { url } = await callApi<typeof linkMonthlyDocumentsEndpoint>('POST', '/statements/links', {
          body: { ...request, ...(vendors ? { vendors: [...vendors] } : {}) },
        });
        tab.opener = null;
        tab.location.replace(new URL(url, window.location.origin).href);
      } catch (error) {
        tab.close();
        throw error;
      }
      return t('statements:opened');
    });
  };
  const save = (requested: MonthlyDocumentsRequest, format: StatementFormat): Promise<boolean> =>
    attempt(async () => {
      const answer = await fetchFile(requested, format);
      const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? `paper.${format}`;
      saveFile(await answer.blob(), name);
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
