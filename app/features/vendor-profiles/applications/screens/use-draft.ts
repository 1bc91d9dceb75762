import { useCallback, useEffect, useRef } from 'react';
import { sameValue } from '#app/ui/forms/form-values.ts';
import { readKept, writeKept } from '#app/ui/forms/kept.ts';

/**
 * Keeps what stands in a form in this browser until it is sent, and puts it back when the page is opened again; what was
 * typed meanwhile stays. A browser that keeps nothing (private windows, a full store) loses the draft, never the page.
 */
export function useDraft<Values extends Record<string, unknown>>(
  key: string,
  values: Values,
  change: (change: (now: Values) => Values) => void,
): { forget: () => void } {
  const start = useRef(values);
  const restored = useRef(false);
  useEffect(() => {
    if (restored.current) return;
    restored.current = true;
    const draft = readKept(key);
    change((now) => putBack(now, start.current, draft) as Values);
  }, [key, change]);

  const before = useRef(values);
  useEffect(() => {
    if (!restored.current || before.current === values) return;
    before.current = values;
    writeKept(key, JSON.stringify(values));
  }, [key, values]);

  const forget = useCallback(() => {
    writeKept(key, undefined);
  }, [key]);
  return { forget };
}

/** The draft's values where the form still has the field, in its kind, and nothing was typed into it since. */
function putBack(now: unknown, start: unknown, draft: unknown): unknown {
  if (isBranch(start)) {
    if (!isBranch(now) || !isBranch(draft)) return now;
    return Object.fromEntries(Object.entries(now).map(([key, value]) => [key, putBack(value, start[key], draft[key])]));
  }
  const isOfKind = typeof draft === typeof start && Array.isArray(draft) === Array.isArray(start);
  return isOfKind && draft !== undefined && sameValue(now, start) ? draft : now;
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
