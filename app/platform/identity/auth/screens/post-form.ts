import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Issue, Refusal } from '#app/core/errors.ts';
import { fetchValidator, type FetchSchema, type Validator } from '#app/ui/forms/fetch-validator.ts';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';

export type { Refusal };

/**
 * A form that the browser itself posts, so that signing in works before and without any script; with one, the contract's
 * schema is asked first. It is fetched when somebody begins to type, so that a page that is only looked at is small; until
 * it is there the server judges, in the same words. Wrong fields are told under the field, everything else by `formError`.
 */
export function usePostForm(o: { schema: FetchSchema; initial: Record<string, string>; refusal: Refusal | undefined }) {
  const t = useText();
  const [values, setValues] = useState(o.initial);
  const [own, setOwn] = useState<readonly Issue[]>();
  const [answered, setAnswered] = useState(o.refusal);
  const validator = useRef<Validator>();
  if (answered !== o.refusal) {
    setAnswered(o.refusal);
    setOwn(undefined);
  }
  useEffect(() => {
    // What was typed, or filled in by a password manager, before the script ran stands in the fields already.
    const typed = Object.keys(o.initial).flatMap((name) => {
      const input = document.querySelector(`input[name="${CSS.escape(name)}"]`);
      return input instanceof HTMLInputElement ? [[name, input.value] as const] : [];
    });
    setValues((now) => ({ ...now, ...Object.fromEntries(typed) }));
    // Once, when the script takes over.
  }, []);
  const issues = own ?? o.refusal?.issues ?? [];
  const check = (event: FormEvent<HTMLFormElement>): void => {
    const found = validator.current?.(values) ?? [];
    const [first] = found;
    setOwn(first ? found : undefined);
    if (!first) return;
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem(first.path);
    if (field instanceof HTMLElement) field.focus();
  };
  const field = (name: string): FieldProps => {
    const issue = issues.find((one) => one.path === name);
    return {
      name,
      value: values[name] ?? '',
      onChange: (value) => {
        void fetchValidator(o.schema).then((fetched) => {
          validator.current = fetched;
        });
        setValues((now) => ({ ...now, [name]: typeof value === 'string' ? value : '' }));
        setOwn(issues.filter((one) => one.path !== name));
      },
      onBlur: () => undefined,
      error: issue ? issueText(t, issue) : undefined,
      disabled: false,
    };
  };
  const isOfTheWhole = !own && o.refusal && (o.refusal.issues ?? []).length === 0;
  return { values, field, check, formError: isOfTheWhole && o.refusal ? refusalText(t, o.refusal) : undefined };
}
