import { useState } from 'react';
import { MINUTE_MS } from '#app/core/durations.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { ApiRefusal, callPath } from '#app/ui/session/api-client.ts';
import { openTab } from '#app/ui/session/link-tab.ts';

const KEPT_MS = MINUTE_MS;

/** Opens a label, or one package of it, in a tab of its own, to print. */
export function useLabelPrint(): { print: (labelId: string, position?: number) => void; isBusy: boolean } {
  const { open, isBusy } = usePdfTab();
  return {
    isBusy,
    print: (labelId, position) => {
      open(`/api/shippo/label/${labelId}/file${position === undefined ? '' : `?package=${String(position)}`}`);
    },
  };
}

/** Opens a PDF of the API in a tab of its own. A toast says why not, where it cannot. */
export function usePdfTab(): { open: (path: string) => void; isBusy: boolean } {
  const t = useText();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const open = (path: string): void => {
    const tab = openTab();
    if (!tab) {
      toast(t('labels:print.blocked'), { isError: true });
      return;
    }
    setBusy(true);
    callPath('GET', path)
      .then((answer) => answer.blob())
      .then((blob) => {
        const url = URL.createObjectURL(blob);
        tab.location.replace(url);
        setTimeout(() => {
          URL.revokeObjectURL(url);
        }, KEPT_MS);
      })
      .catch((error: unknown) => {
        tab.close();
        toast(error instanceof ApiRefusal ? refusalText(t, error) : t('labels:print.failed'), { isError: true });
      })
      .finally(() => {
        setBusy(false);
      });
  };
  return { open, isBusy };
}
