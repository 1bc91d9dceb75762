import { useState } from 'react';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { useRevalidator } from '#app/ui/router.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import type { retryImportEndpoint, stopImportEndpoint, undoImportEndpoint } from '../product-import.contract.ts';

type Step = 'stop' | 'retry' | 'undo';

/** Stops an import, goes on with what failed or was not reached, or undoes it. */
export function useStep(importId: string): { busy: boolean; send: (step: Step) => Promise<void> } {
  const t = useText();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const send = async (step: Step): Promise<void> => {
    setBusy(true);
    const named = { params: { importId } };
    const calls: Record<Step, () => Promise<unknown>> = {
      stop: () => callApi<typeof stopImportEndpoint>('POST', '/product-csv/imports/{importId}/stop', named),
      retry: () => callApi<typeof retryImportEndpoint>('POST', '/product-csv/imports/{importId}/retry', named),
      undo: () => callApi<typeof undoImportEndpoint>('POST', '/product-csv/imports/{importId}/undo', named),
    };
    try {
      await calls[step]();
      revalidate();
    } catch (problem) {
      if (!(problem instanceof ApiRefusal)) throw problem;
      toast(refusalText(t, problem), { isError: true });
    } finally {
      setBusy(false);
    }
  };
  return { busy, send };
}
