import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Locale } from '#app/core/viewer.ts';
import type { Form } from '#app/ui/forms/use-form.ts';
import type { Edited, EditedVariant } from '../editor/editor-values.ts';
import {
  applyChanges,
  cellText,
  fillDown,
  isWord,
  pasteBlock,
  readBlock,
  revertChanges,
  type CellChange,
  type GridField,
} from './grid-block.ts';
import { useBrowserEffect } from './use-visible-rows.ts';
import type { CellHandlers } from './variant-row.tsx';

export type Selection = { field: GridField; from: number; to: number };
/** What the last paste or fill did; it can be taken back. */
export type Wrote = { kind: 'pasted' | 'filled'; changes: CellChange[]; left: number };

type GridOptions = {
  variants: readonly EditedVariant[];
  form: Pick<Form<Edited>, 'set'>;
  fields: readonly GridField[];
  locale: Locale;
  show: (index: number) => void;
  open: (index: number) => void;
};

/** How many rows the keys for a page go up or down. */
const PAGE = 10;
const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Enter: 1, PageUp: -PAGE, PageDown: PAGE };

/** What the keys and the clipboard do in the grid. The handlers stay the same, so that rows need not be drawn again. */
export function useGrid(options: GridOptions) {
  const now = useRef(options);
  useBrowserEffect(() => {
    now.current = options;
  });
  const [selection, setSelection] = useState<Selection>();
  const [wrote, setWrote] = useState<Wrote>();
  const wanted = useRef<{ index: number; field: GridField }>();
  // A cell far away is drawn first and takes the focus then.
  useEffect(() => {
    const cell = wanted.current;
    if (cell && focusCell(cell.index, cell.field)) wanted.current = undefined;
  });
  const actions = useMemo(() => {
    const write = (kind: Wrote['kind'], changes: CellChange[], left = 0): void => {
      if (changes.length > 0) now.current.form.set('variants', applyChanges(now.current.variants, changes));
      setWrote({ kind, changes, left });
    };
    const go = (index: number, field: GridField): void => {
      const { variants, show } = now.current;
      const target = Math.min(Math.max(index, 0), variants.length - 1);
      wanted.current = { index: target, field };
      show(target);
      if (focusCell(target, field)) wanted.current = undefined;
    };
    return { write, go, ...fillers(now, write, setSelection, go) };
  }, []);
  const state = useRef({ selection, wrote });
  useBrowserEffect(() => {
    state.current = { selection, wrote };
  });
  const undo = useCallback((): void => {
    const last = state.current.wrote;
    if (!last) return;
    now.current.form.set('variants', revertChanges(now.current.variants, last.changes));
    setWrote(undefined);
  }, []);
  const on = useMemo(
    (): CellHandlers => ({
      change: (index, field, value) => {
        now.current.form.set(`variants.${index}.${field}`, value);
      },
      leave: (index, field) => {
        const value = now.current.variants[index]?.[field] ?? '';
        if (isWord(field) || !/[,\s]/.test(value)) return;
        const tidy = cellText(field, value, now.current.locale);
        if (tidy !== value) now.current.form.set(`variants.${index}.${field}`, tidy);
      },
      open: (index) => {
        now.current.open(index);
      },
      paste: (event, index, field) => {
        const text = event.clipboardData.getData('text/plain');
        const { selectionStart, selectionEnd, value } = event.currentTarget;
        const isWhole = selectionStart === 0 && selectionEnd === value.length;
        // One word into a text is the browser's own; a whole number is read by the viewer's separators.
        if (!/[\t\n\r]/.test(text.trimEnd()) && (isWord(field) || !isWhole)) return;
        event.preventDefault();
        const { variants, fields, locale } = now.current;
        const { changes, left } = pasteBlock(variants, readBlock(text), { at: { index, field }, fields, locale });
        actions.write('pasted', changes, left);
      },
      key: (event, index, field) => {
        const ctrl = event.ctrlKey || event.metaKey;
        const key = event.key.toLowerCase();
        if (ctrl && key === 'd') {
          event.preventDefault();
          actions.fill(index, field, state.current.selection, event.shiftKey);
        } else if (ctrl && key === 'z' && state.current.wrote && !event.shiftKey) {
          event.preventDefault();
          undo();
        } else moveBy(event, index, field, actions, now.current.fields);
      },
    }),
    [actions, undo],
  );
  return { on, selection, wrote, undo, go: actions.go, write: actions.write };
}

type Actions = {
  go: (index: number, field: GridField) => void;
  select: (index: number, field: GridField, step: number) => void;
  clear: () => void;
};

function fillers(
  now: { current: GridOptions },
  write: (kind: Wrote['kind'], changes: CellChange[]) => void,
  setSelection: (change: (before: Selection | undefined) => Selection | undefined) => void,
  go: Actions['go'],
) {
  return {
    /** Fills a selection, everything below, or the next row, which then has the focus. */
    fill: (index: number, field: GridField, selection: Selection | undefined, all: boolean): void => {
      const { variants } = now.current;
      if (selection?.field === field && selection.from !== selection.to) {
        const [from, to] = [Math.min(selection.from, selection.to), Math.max(selection.from, selection.to)];
        write('filled', fillDown(variants, field, { from, to }));
        return;
      }
      write('filled', fillDown(variants, field, { from: index, to: all ? variants.length - 1 : index + 1 }));
      if (!all) go(index + 1, field);
    },
    select: (index: number, field: GridField, step: number): void => {
      const to = Math.min(Math.max(index + step, 0), now.current.variants.length - 1);
      setSelection((before) =>
        before?.field === field && before.to === index ? { ...before, to } : { field, from: index, to },
      );
      go(to, field);
    },
    clear: (): void => {
      setSelection(() => undefined);
    },
  };
}

/** Arrows, Enter and the page keys move between cells; with Shift the rows passed over are selected. */
function moveBy(
  event: KeyboardEvent<HTMLInputElement>,
  index: number,
  field: GridField,
  actions: Actions,
  fields: readonly GridField[],
): void {
  const step = STEPS[event.key];
  if (step !== undefined) {
    event.preventDefault();
    if (event.shiftKey && event.key.startsWith('Arrow')) actions.select(index, field, step);
    else {
      actions.clear();
      actions.go(index + (event.key === 'Enter' && event.shiftKey ? -1 : step), field);
    }
    return;
  }
  const { selectionStart: start, selectionEnd: end, value } = event.currentTarget;
  const atEdge = start === end || (start === 0 && end === value.length);
  const side =
    event.key === 'ArrowLeft' && start === 0 ? -1 : event.key === 'ArrowRight' && end === value.length ? 1 : 0;
  const next = side !== 0 && atEdge && !event.shiftKey ? fields[fields.indexOf(field) + side] : undefined;
  if (next === undefined) return;
  event.preventDefault();
  actions.clear();
  actions.go(index, next);
}

function focusCell(index: number, field: GridField): boolean {
  const cell = document.querySelector<HTMLInputElement>(`[name="variants.${index}.${field}"]`);
  cell?.focus();
  cell?.select();
  return cell !== null;
}
