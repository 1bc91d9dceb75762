import { useCallback, useEffect, useRef } from 'react';

/**
 * Keeps what stands in a form in this browser until it is sent, and puts it back when the page is opened again. A browser
 * that keeps nothing (private windows, a full store) loses the draft, never the page.
 */
export function useDraft<Values extends Record<string, unknown>>(
  key: string,
  values: Values,
  set: (path: string, value: unknown) => void,
): { forget: () => void } {
  const restored = useRef(false);
  useEffect(() => {
    if (restored.current) return;
    restored.current = true;
    const draft = readDraft(key);
    for (const [path, value] of Object.entries(draft)) {
      const start = values[path];
      if (start === undefined || typeof start !== typeof value || value === null) continue;
      set(path, typeof start === 'object' ? keepKnown(start as object, value as object) : value);
    }
    // Only what the form began with counts here; later values come from the form itself.
  }, [key, set]);

  const before = useRef(values);
  useEffect(() => {
    if (!restored.current || before.current === values) return;
    before.current = values;
    writeDraft(key, JSON.stringify(values));
  }, [key, values]);

  const forget = useCallback(() => {
    writeDraft(key, undefined);
  }, [key]);
  return { forget };
}

/** Answers to fields that the form still has, of the kind that it still wants. */
function keepKnown(start: object, draft: object): object {
  const kept = Object.entries(draft).filter(([key, value]) => {
    const now = (start as Record<string, unknown>)[key];
    return now !== undefined && typeof now === typeof value && Array.isArray(now) === Array.isArray(value);
  });
  return { ...start, ...Object.fromEntries(kept) };
}

function readDraft(key: string): Record<string, unknown> {
  try {
    const draft: unknown = JSON.parse(window.localStorage.getItem(key) ?? '{}');
    return typeof draft === 'object' && draft !== null ? (draft as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function writeDraft(key: string, text: string | undefined): void {
  try {
    if (text === undefined) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, text);
  } catch {
    // Nothing is kept then; the form itself is not touched.
  }
}
