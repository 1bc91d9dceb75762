import { useEffect, useRef } from 'react';
import type { FormAnswer } from '../forms/answer.ts';
import { refusalText } from '../i18n/error-text.ts';
import { useText } from '../i18n/use-text.ts';
import { useToast } from './toast.tsx';
import { useFetcher } from '../router.ts';

/** Does acts of a screen by its own action and says what came of each. `done` is the toast after success. */
export function useAct() {
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
  }, [answer, t, toast]);
  return {
    busy: fetcher.state !== 'idle',
    send: (payload: object, text: string) => {
      done.current = text;
      fetcher.submit(JSON.stringify(payload), { method: 'post', encType: 'application/json' });
    },
  };
}
