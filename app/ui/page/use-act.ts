import { useCallback, useId, useRef } from 'react';
import type { FormAnswer } from '../forms/answer.ts';
import { refusalText } from '../i18n/error-text.ts';
import { useText } from '../i18n/use-text.ts';
import { useAnswerWatch } from './answer-watch.tsx';
import { useToast } from './toast.tsx';
import { useFetcher } from '../router.ts';

/** What takes an act back, and the toast after that. Only for what the server takes back whole. */
type Undo = { payload: object; text: string };
/** What the screen does besides the toast. */
type After = { onDone?: () => void; onRefused?: (code: string) => void };

/** Does acts of a screen by its own action (or the one at `action`) and says what came of each. `text` is the toast after success, `undo` what its button sends. */
export function useAction({ action }: { action?: string } = {}) {
  const t = useText();
  const toast = useToast();
  const watch = useAnswerWatch();
  const fetcherKey = useId();
  const { submit, state, data } = useFetcher<FormAnswer>({ key: fetcherKey });
  const latest = useRef(data);
  latest.current = data;
  const send = useCallback(
    (payload: object, text: string, undo?: Undo | ((value: unknown) => Undo), after: After = {}) => {
      watch(fetcherKey, latest.current, (answer) => {
        if (!answer.ok) {
          toast(refusalText(t, answer), { isError: true });
          after.onRefused?.(answer.code);
          return;
        }
        const inverse = typeof undo === 'function' ? undo(answer.value) : undo;
        const onAction = (back: Undo) => () => {
          send(back.payload, back.text);
        };
        toast(text, inverse ? { action: { label: t('lists:undo'), onAction: onAction(inverse) } } : {});
        after.onDone?.();
      });
      submit(JSON.stringify(payload), { method: 'post', encType: 'application/json', ...(action ? { action } : {}) });
    },
    [submit, action, fetcherKey, t, toast, watch],
  );
  return { busy: state !== 'idle', send };
}
