import { useState } from 'react';
import type { Locale } from '#app/core/viewer.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal, callApi, callPath } from '#app/ui/session/api-client.ts';
import { saveAnswer } from '#app/ui/session/download.ts';
import { openTab, sendTab } from '#app/ui/session/link-tab.ts';
import type { PrintedKind } from '../printed.ts';
import type { linkDocumentsEndpoint } from '../printing.contract.ts';

/** What is to be printed: orders' slips or invoices, or the credit note of one refund. */
export type PrintRequest = {
  kind: PrintedKind;
  orders: readonly string[];
  refund?: string;
  vendor?: string | undefined;
  locale?: Locale | undefined;
};

/**
 * Prints documents from any screen: `open` shows them in a tab of their own, `save` keeps them as a PDF file. A toast says what
 * was done or why not. Both answer whether they did it; `busy` names what is under way.
 */
export function usePrint(): {
  open: (input: PrintRequest) => Promise<boolean>;
  save: (input: PrintRequest) => Promise<boolean>;
  busy: boolean;
} {
  const t = useText();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const attempt = async (action: () => Promise<string | undefined>): Promise<boolean> => {
    setBusy(true);
    try {
      const done = await action();
      if (done !== undefined) toast(done);
      return done !== undefined;
    } catch (error) {
      toast(error instanceof ApiRefusal ? refusalText(t, error) : t('documents:print.failed'), { isError: true });
      return false;
    } finally {
      setBusy(false);
    }
  };
  const open = (input: PrintRequest): Promise<boolean> => {
    const tab = openTab();
    return attempt(async () => {
      if (!tab) {
        toast(t('documents:print.blocked'), { isError: true });
        return undefined;
      }
      await sendTab(tab, async () => {
        const { url } = await callApi<typeof linkDocumentsEndpoint>('POST', '/orders/documents/links', {
          body: { ...input, orders: [...input.orders] },
        });
        return url;
      });
      return t('documents:print.opened', { count: input.orders.length });
    });
  };
  const save = (input: PrintRequest): Promise<boolean> =>
    attempt(async () => {
      const answer = await fetchPdf(input);
      const name = await saveAnswer(answer, 'document.pdf');
      return t('documents:print.pdfSaved', { name });
    });
  return { open, save, busy };
}

function fetchPdf({ kind, orders, refund, vendor, locale }: PrintRequest): Promise<Response> {
  const [orderId = ''] = orders;
  if (orders.length > 1) {
    return callPath('POST', '/api/orders/documents', { json: { kind, orders, locale, format: 'pdf' } });
  }
  const search = new URLSearchParams({
    format: 'pdf',
    ...(locale ? { locale } : {}),
    ...(vendor === undefined ? {} : { vendor }),
  });
  const what = refund === undefined ? `documents/${kind}` : `credit-notes/${refund}`;
  return callPath('GET', `/api/orders/${orderId}/${what}`, { search });
}
