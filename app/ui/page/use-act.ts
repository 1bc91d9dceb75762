import { useCallback, useEffect, useRef } from 'react';
import type { FormAnswer } from '../forms/answer.ts';
import { refusalText } from '../i18n/error-text.ts';
import { useText } from '../i18n/use-text.ts';
import { useToast } from './toast.tsx';
import { useFetcher } from '../router.ts';

/** What takes an act back, and the toast after that. Only for what the server takes back whole. */
type Undo = { payload: object; text: string };

/** Does acts of a screen by its own action (or the one at `action`) and says what came of each. `text` is the toast after success. */
export function useAct({ action }: { action?: string } = {}) {
  const t = useText();
  const toast = useToast();
  const fetcher = useFetcher<FormAnswer>();
  const done = useRef<{ text: string; undo: Undo | undefined }>();
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined;
  const { submit } = fetcher;
  const send = useCallback(
    (payload: object, text: string, undo?: Undo) => {
      done.current = { text, undo };
      submit(JSON.stringify(payload), { method: 'post', encType: 'application/json', ...(action ? { action } : {}) });
    },
    [submit, action],
  );
  useEffect(() => {
    if (!answer || done.current === undefined) return;
    const { text, undo } = done.current;
    done.current = undefined;
    if (!answer.ok) {
      toast(refusalText(t, answer), { isError: true });
      return;
    }
    const takeBack = (back: Undo) => ({
      action: {
        label: t('lists:undo'),
        onAction: () => {
          send(back.payload, back.text);
        },
      },
    });
    toast(text, undo ? takeBack(undo) : {});
  }, [answer, t, toast, send]);
  return { busy: fetcher.state !== 'idle', send };
}
