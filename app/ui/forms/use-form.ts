import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Issue, Refusal } from '#app/core/errors.ts';
import { issueText, refusalText } from '../i18n/error-text.ts';
import { useText } from '../i18n/use-text.ts';
import { useAnswerWatch } from '../page/answer-watch.tsx';
import type { SaveBarState } from '../page/save-bar.tsx';
import { useToast } from '../page/toast.tsx';
import { useFetcher } from '../router.ts';
import type { FormAnswer } from './answer.ts';
import { fetchValidator, type FetchSchema, type Validator } from './fetch-validator.ts';
import { sameValue, valueAt, withValueAt, type FormValues } from './form-values.ts';
import { usePreHydrationInput } from './pre-hydration-input.ts';
import { storeDraft, takeDraft } from './draft-storage.ts';
import { focusFirst, whenReleased } from './form-focus.ts';

export type FormOptions<Values extends FormValues, Value> = {
  /** Fetches the contract's own schema, which is asked before anything is sent; none where nothing is filled in. */
  schema?: FetchSchema | undefined;
  /** Finds the issues of a payload by rules that the page was given, after those of the schema. */
  check?: Validator | undefined;
  initial: Values;
  /** Turns what stands in the fields into what the schema reads; by default the same. */
  toPayload?: (values: Values) => unknown;
  /** The address of the action, a place's own by default. */
  action?: string;
  method?: 'post' | 'put' | 'patch' | 'delete';
  /**
   * What is sent on another way before the payload, where that is a part of the whole. A refusal of it is shown as one of the
   * form's own, and the payload is not sent; `cancelled` where somebody was asked and thought better of it.
   */
  before?: (values: Values) => Promise<Refused | 'cancelled' | undefined>;
  /** The toast after success, which may depend on what was answered. */
  done?: string | ((value: Value) => string);
  onDone?: (value: Value) => void;
  /** Names the screen's field for an issue whose path is the payload's. */
  toField?: (path: string) => string;
};

/** A refusal with the issues of fields. */
export type Refused = Refusal & { issues: readonly Issue[] };

/** What a field needs: spread it, `<TextInput {...form.field('title')} label=… />`. */
export type FieldProps<T = unknown> = {
  name: string;
  value: T;
  onChange: (value: T) => void;
  onBlur: () => void;
  error: string | undefined;
  disabled: boolean;
};

export type Form<Values extends FormValues> = {
  values: Values;
  set: (path: string, value: unknown) => void;
  /** Changes the values as they stand now, for what comes from elsewhere than a field (a draft that is put back). */
  change: (change: (now: Values) => Values) => void;
  field: <T = string>(path: string) => FieldProps<T>;
  /** Issues that belong to no field shown, and refusals of the whole: for a banner above the form. */
  formError: string | undefined;
  /** The code of the last refusal, for forms that go on differently after one of them. */
  refusedWith: string | undefined;
  errorAt: (path: string) => string | undefined;
  dirty: boolean;
  saving: boolean;
  submit: () => void;
  discard: () => void;
  saveBar: SaveBarState;
};

/**
 * A form over a contract's schema: values, changes, errors beside their fields, sending and its answer. Nothing typed is
 * lost when the server refuses or does not answer.
 */
export function useForm<Values extends FormValues, Value = unknown>(options: FormOptions<Values, Value>): Form<Values> {
  const { schema, check, initial, toPayload, action, method = 'post', before, done, onDone, toField } = options;
  const t = useText();
  const toast = useToast();
  const watch = useAnswerWatch();
  const fetcherKey = useId();
  const fetcher = useFetcher<FormAnswer<Value>>({ key: fetcherKey });
  const [saved, setSaved] = useState(initial);
  const [values, setValues] = useState(initial);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  const [finished, setFinished] = useState<{ value: Value }>();
  const sent = useRef<Values>();
  const blurred = useRef<ReturnType<typeof setTimeout>>();
  const names = useRef(new Set<string>());
  const [isPreparing, setPreparing] = useState(false);
  const saving = isPreparing || fetcher.state !== 'idle';
  const dirty = !sameValue(values, saved);

  usePreHydrationInput(names.current, setValues);

  // Fresh data from the server replaces what is shown, but never what somebody is typing.
  const incoming = useRef(initial);
  useEffect(() => {
    if (sameValue(incoming.current, initial)) return;
    incoming.current = initial;
    setSaved(initial);
    setValues((now) => (sameValue(now, saved) ? initial : now));
  }, [initial, saved]);

  useEffect(() => {
    // What could not be sent before signing in again; only once, when the form appears.
    const kept = takeDraft(saved);
    if (kept) setValues(kept);
  }, []);

  const rules = useRef({ schema, check });
  rules.current = { schema, check };
  const fetchRules = useCallback(() => fetchValidator(rules.current.schema, rules.current.check), []);

  const payloadOf = useCallback((now: Values): unknown => (toPayload ? toPayload(now) : now), [toPayload]);
  const fieldOf = useCallback(
    (issue: Issue): Issue => ({ ...issue, path: toField?.(issue.path) ?? issue.path }),
    [toField],
  );

  const refuse = useCallback(
    (refused: Refused) => {
      const found = refused.issues.map(fieldOf);
      setIssues(found);
      setRefusal(refused);
      focusFirst(found);
    },
    [fieldOf],
  );

  const send = useCallback(
    (validator: Validator) => {
      const payload = payloadOf(values);
      const found = validator(payload).map(fieldOf);
      setIssues(found);
      if (found.length > 0) {
        focusFirst(found);
        return;
      }
      const post = (): void => {
        sent.current = values;
        if (done) {
          watch(fetcherKey, fetcher.data, (answer) => {
            if (answer.ok) toast(typeof done === 'string' ? done : done(answer.value as Value));
          });
        }
        fetcher.submit(JSON.stringify(payload), {
          method,
          encType: 'application/json',
          ...(action ? { action } : {}),
        });
      };
      if (!before) {
        post();
        return;
      }
      setPreparing(true);
      void before(values).then((refused) => {
        setPreparing(false);
        if (refused === 'cancelled') return;
        if (refused) refuse(refused);
        else post();
      });
    },
    [action, before, done, fetcher, fetcherKey, fieldOf, method, payloadOf, refuse, toast, values, watch],
  );

  const submit = useCallback(() => {
    if (saving) return;
    clearTimeout(blurred.current);
    setRefusal(undefined);
    setPreparing(true);
    void fetchRules().then((validator) => {
      setPreparing(false);
      send(validator);
    });
  }, [fetchRules, saving, send]);

  // Read before the page's own data comes anew, with which the form may be gone: what was due is paid, the row is deleted.
  const answered = fetcher.state === 'submitting' ? undefined : fetcher.data;
  const read = useRef<FormAnswer<Value>>();
  // Looked at after every drawing: the router hands the answer over before its state says so, and an effect that names it as
  // its reason is lost when such a drawing turns out to change nothing.
  useEffect(() => {
    if (!answered || answered === read.current || !sent.current) return;
    read.current = answered;
    if (answered.ok) {
      setSaved(sent.current);
      setFinished({ value: answered.value });
    } else {
      refuse(answered);
      if (answered.code === 'not_signed_in') storeDraft(sent.current);
    }
    sent.current = undefined;
  });

  useEffect(() => {
    // Only once what was saved counts as saved: a screen that goes on from here is not to be held back as unsaved.
    if (finished) onDone?.(finished.value);
    // Only a new answer counts; the callback may be new on every render.
  }, [finished]);

  const set = useCallback(
    (path: string, value: unknown) => {
      // Fetched with the first sign that is typed, so that it is there when the field is left.
      void fetchRules();
      setValues((now) => withValueAt(now, path, value));
      setIssues((now) => now.filter((issue) => issue.path !== path && !issue.path.startsWith(`${path}.`)));
    },
    [fetchRules],
  );

  const validateField = useCallback(
    (path: string, validator: Validator) => {
      if (sameValue(valueAt(values, path), valueAt(saved, path))) return;
      const here = validator(payloadOf(values))
        .map(fieldOf)
        .filter((issue) => issue.path === path);
      setIssues((now) => [...now.filter((issue) => issue.path !== path), ...here]);
    },
    [fieldOf, payloadOf, saved, values],
  );

  const validate = useRef(validateField);
  validate.current = validateField;

  const texts = useMemo(() => new Map(issues.toReversed().map((one) => [one.path, issueText(t, one)])), [issues, t]);
  // The same function until another issue is there, so that large parts of a form need not be drawn again.
  const errorAt = useCallback((path: string): string | undefined => texts.get(path), [texts]);

  const discard = useCallback(() => {
    setValues(saved);
    setIssues([]);
    setRefusal(undefined);
  }, [saved]);

  const field = <T = string>(path: string): FieldProps<T> => {
    names.current.add(path);
    return {
      name: path,
      value: valueAt(values, path) as T,
      onChange: (value) => {
        set(path, value);
      },
      onBlur: () => {
        clearTimeout(blurred.current);
        blurred.current = setTimeout(() => {
          // Sending checks all fields.
          if (document.querySelector('button:active')) return;
          whenReleased(() => {
            void fetchRules().then((validator) => {
              validate.current(path, validator);
            });
          });
        });
      },
      error: errorAt(path),
      disabled: false,
    };
  };

  const general = issues.find((issue) => issue.path === '');
  const formError = general
    ? issueText(t, general)
    : refusal && (refusal.issues ?? []).length === 0
      ? refusalText(t, refusal)
      : undefined;
  const saveBar = useMemo(
    () => ({ dirty, saving, onSave: submit, onDiscard: discard }),
    [dirty, saving, submit, discard],
  );
  return {
    values,
    set,
    change: setValues,
    field,
    formError,
    refusedWith: refusal?.code,
    errorAt,
    dirty,
    saving,
    submit,
    discard,
    saveBar,
  };
}
