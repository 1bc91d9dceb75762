import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type Dispatch, type SetStateAction } from 'react';
import { valueAt, withValueAt, type FormValues } from './form-values.ts';

/** On the server there is no page to look at, and React warns of the effect that the browser needs. */
const useEffectBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;
const never = () => () => undefined;

/**
 * Takes over what somebody typed into the fields of a page before its scripts ran, once, when the page comes alive. Without
 * it the first change of any field would write what the server knew over what was typed. `names` are the fields of the form.
 */
export function usePreHydrationInput<Values extends FormValues>(
  names: ReadonlySet<string>,
  set: Dispatch<SetStateAction<Values>>,
): void {
  // Only the first rendering of a page that came from the server is one of these; a dialog that opens later is none.
  const comesAlive = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const first = useRef(true);
  useEffectBeforePaint(() => {
    if (!first.current) return;
    first.current = false;
    if (!comesAlive) return;
    const typed = [...names].flatMap((name) => {
      // A list of choices shares one name, which ends with brackets.
      const named = [...document.getElementsByName(name), ...document.getElementsByName(`${name}[]`)];
      const elements = named.filter(isField);
      return elements.length > 0 ? [{ name, elements }] : [];
    });
    set((now) =>
      typed.reduce((values, { name, elements }) => {
        const start = valueAt(values, name);
        const value = readElements(elements, start);
        return value === undefined || value === start ? values : withValueAt(values, name, value);
      }, now),
    );
  }, [comesAlive, names, set]);
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isField(element: Element): element is Field {
  // What stands in a search box is what is looked for, not what was chosen.
  if ((element as HTMLInputElement).readOnly || element.getAttribute('role') === 'combobox') return false;
  return ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName);
}

/** What stands in the elements of one field, in the kind of value that the form holds; undefined for what it cannot be. */
function readElements(elements: readonly Field[], start: unknown): unknown {
  const ticks = elements.filter(
    (one): one is HTMLInputElement =>
      one instanceof HTMLInputElement && (one.type === 'checkbox' || one.type === 'radio'),
  );
  if (Array.isArray(start)) {
    if (ticks.length === 0) return undefined;
    const values = ticks.filter((one) => one.checked).map((one) => one.value);
    return values.join('\n') === start.join('\n') ? undefined : values;
  }
  if (ticks.length > 0) return typeof start === 'boolean' ? ticks[0]?.checked : ticks.find((one) => one.checked)?.value;
  const [element] = elements;
  if (element instanceof HTMLInputElement && ['file', 'hidden', 'button', 'submit'].includes(element.type))
    return undefined;
  // A number is held plainly and written in the viewer's language: what nobody touched was not typed.
  if (element instanceof HTMLInputElement && element.value === element.defaultValue) return undefined;
  if (typeof start === 'string') return element?.value;
  if (typeof start === 'number' && element) return element.value === '' ? '' : Number(element.value);
  return undefined;
}
