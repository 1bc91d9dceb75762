import { useState } from 'react';
import type { Locale } from '#app/core/viewer.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal, callApi, callPath } from '#app/ui/session/api-client.ts';
import { saveFile } from '#app/ui/session/download.ts';
import type { PrintedKind } from '../printed.ts';
import type { linkDocuments } from '../printing.contract.ts';

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
    // Opened in the click itself, or the browser takes it for a pop-up; it gets its address once there is one.
    const tab = window.open('about:blank', '_blank');
    return attempt(async () => {
      if (!tab) {
        toast(t('documents:print.blocked'), { isError: true });
        return undefined;
      }
      try {
        const { url } = await callApi<typeof linkDocuments>('POST', '/orders/documents/links', {
          body: { ...input, orders: [...input.orders] },
        });
        tab.opener = null;
        tab.location.replace(new URL(url, window.location.origin).href);
      } catch (error) {
        tab.close();
        throw error;
      }
      return t('documents:print.opened', { count: input.orders.length });
    });
  };
  const save = (input: PrintRequest): Promise<boolean> =>
    attempt(async () => {
      const answer = await fetchPdf(input);
      const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'document.pdf';
      saveFile(await answer.blob(), name);
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
