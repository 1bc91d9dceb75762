import { useCallback, useId, useRef } from 'react';
import type { FormAnswer } from '../forms/answer.ts';
import { refusalText } from '../i18n/error-text.ts';
import { useText } from '../i18n/use-text.ts';
import { useAnswerWatch } from './answer-watch.tsx';
import { useToast } from './toast.tsx';
import { useFetcher } from '../router.ts';

/** What takes an act back, and the toast after that. Only for what the server takes back whole. */
type Undo = { payload: object; text: string };
/** The toast after success, or none. */
type DoneText<Value> = string | null | ((value: Value) => string | null);
/** What is sent by, and what the screen does besides the toast. With `shown` it shows the refusal itself. */
type Options<Value> = {
  method?: 'post' | 'put' | 'patch' | 'delete';
  onDone?: (value: Value) => void;
  onRefused?: (code: string) => 'shown' | undefined;
};

/**
 * Does acts of a screen by its own action (or the one at `action`) and says what came of each: the one way to send what is pressed,
 * as useForm is of what is filled in. `text` is the toast after success, `undo` what its button sends, `Value` what the action answers.
 */
export function useAction<Value = unknown>({ action }: { action?: string } = {}) {
  const t = useText();
  const toast = useToast();
  const watch = useAnswerWatch();
  const fetcherKey = useId();
  const { submit, state, data } = useFetcher<FormAnswer<Value>>({ key: fetcherKey });
  const latest = useRef(data);
  latest.current = data;
  const send = useCallback(
    (
      payload: object,
      text: DoneText<Value>,
      undo?: Undo | ((value: Value) => Undo),
      { method = 'post', onDone, onRefused }: Options<Value> = {},
    ) => {
      watch(fetcherKey, latest.current, (answer) => {
        if (!answer.ok) {
          if (onRefused?.(answer.code) !== 'shown') toast(refusalText(t, answer), { isError: true });
          return;
        }
        const value = answer.value as Value;
        const inverse = typeof undo === 'function' ? undo(value) : undo;
        const onAction = (back: Undo) => () => {
          send(back.payload, back.text);
        };
        const done = typeof text === 'function' ? text(value) : text;
        if (done !== null)
          toast(done, inverse ? { action: { label: t('lists:undo'), onAction: onAction(inverse) } } : {});
        onDone?.(value);
      });
      submit(JSON.stringify(payload), { method, encType: 'application/json', ...(action ? { action } : {}) });
    },
    [submit, action, fetcherKey, t, toast, watch],
  );
  return { busy: state !== 'idle', send };
}
