import { useEffect, useState } from 'react';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import type { checkImportEndpoint, CheckDto } from '../product-import.contract.ts';
import type { DecimalSign, ImportField } from '../product-import.ts';

/** Long enough for somebody who types the name of an option, short enough for one who chooses a column. */
const PAUSE_MS = 300;

export type Check = { answer: CheckDto | undefined; failure: string | undefined; isRunning: boolean };
export type CheckInput = {
  mapping: { columns: (ImportField | null)[]; optionNames: string[]; decimalSign: DecimalSign | null };
  vendor: string;
  allowsIncomplete: boolean;
};

/** What the rows come to under a mapping, asked again whenever it changes; the last answer stays until the next. */
export function useCheck(importId: string, input: CheckInput): Check {
  const t = useText();
  const [check, setCheck] = useState<Check>({ answer: undefined, failure: undefined, isRunning: true });
  const body = JSON.stringify(input);
  useEffect(() => {
    const control = new AbortController();
    setCheck((before) => ({ ...before, isRunning: true }));
    const ask = async (): Promise<void> => {
      try {
        const requested = { params: { importId }, body: JSON.parse(body) as CheckInput };
        const answer = await callApi<typeof checkImportEndpoint>(
          'POST',
          '/product-csv/imports/{importId}/check',
          requested,
          { signal: control.signal },
        );
        if (!control.signal.aborted) setCheck({ answer, failure: undefined, isRunning: false });
      } catch (problem) {
        if (control.signal.aborted) return;
        const failure = problem instanceof ApiRefusal ? refusalText(t, problem) : String(problem);
        setCheck({ answer: undefined, failure, isRunning: false });
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [importId, body, t]);
  return check;
}
