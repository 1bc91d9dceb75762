import { useEffect, useRef } from 'react';
import { readKept, writeKept } from '#app/ui/forms/kept.ts';
import type { Edited } from './editor-values.ts';

const PAUSE_MS = 400;

/** What was being typed: over which version, what that was, and what stands in the fields. */
export type ProductDraft = { base: Edited; values: Edited };

type DraftOptions = {
  key: string;
  base: Edited;
  values: Edited;
  dirty: boolean;
  /** Called once, when this browser has kept something for this product. */
  onFound: (draft: ProductDraft) => void;
};

/** Keeps unsaved work in this browser until it is saved or discarded, and hands it back when the editor is opened again. */
export function useProductDraft({ key, base, values, dirty, onFound }: DraftOptions): void {
  const looked = useRef(false);
  const found = useRef(onFound);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    const kept = readKept(key);
    if (isDraft(kept, base)) found.current(kept);
  }, [key, base]);
  const wasDirty = useRef(false);
  useEffect(() => {
    if (!dirty) {
      if (wasDirty.current) writeKept(key, undefined);
      wasDirty.current = false;
      return;
    }
    wasDirty.current = true;
    const write = (): void => {
      writeKept(key, JSON.stringify({ base, values }));
    };
    // Thousands of variants are not written for every letter; leaving the page writes at once.
    const timer = setTimeout(write, PAUSE_MS);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
    };
  }, [key, base, values, dirty]);
}

/** Whether what was kept has the shape of the editor's fields today. */
function isDraft(kept: object, now: Edited): kept is ProductDraft {
  const { base, values } = kept as Partial<Record<keyof ProductDraft, unknown>>;
  return [base, values].every((part) => {
    if (typeof part !== 'object' || part === null) return false;
    const fields = part as Record<string, unknown>;
    return Object.entries(now).every(
      ([name, value]) => typeof fields[name] === typeof value && Array.isArray(fields[name]) === Array.isArray(value),
    );
  });
}
