import { useEffect, useRef } from 'react';
import type { FormAnswer } from '#app/ui/forms/answer.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { useFetcher } from '#app/ui/router.ts';

/** Does an act of a screen by its own action and says what came of it. `done` is the toast after success. */
export function useSystemAct() {
  const t = useText();
  const toast = useToast();
  const fetcher = useFetcher<FormAnswer>();
  const done = useRef<string>();
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined;
  useEffect(() => {
    if (!answer || done.current === undefined) return;
    if (answer.ok) toast(done.current);
    else toast(refusalText(t, answer), { isError: true });
    done.current = undefined;
    // Only a new answer counts.
  }, [answer]);
  return {
    busy: fetcher.state !== 'idle',
    send: (payload: object, text: string) => {
      done.current = text;
      fetcher.submit(JSON.stringify(payload), { method: 'post', encType: 'application/json' });
    },
  };
}
