import { useCallback, useEffect, useRef, useState } from 'react';
import { sameValue } from '#app/ui/forms/form-values.ts';
import type { Form } from '#app/ui/forms/use-form.ts';
import type { Clash, Merged } from '../../review/merge-edits.ts';
import type { Edited } from './editor-values.ts';
import { mergeEdited, takeTheirs } from './merge-edited.ts';
import type { ProductDraft } from './use-product-draft.ts';

/** What somebody is told whose work met another's: what was taken over, and what is to be decided. */
export type MergeNotice = { restored: boolean; taken: string[]; clashes: Clash[] };

/**
 * Brings what is typed together with a newer version of the product, whenever one arrives, and with work that this browser
 * kept. Nothing typed is lost: where both changed a field, mine stands and theirs is offered.
 */
export function useMergedEdits(form: Pick<Form<Edited>, 'values' | 'change'>, initial: Edited) {
  const { values, change } = form;
  const [notice, setNotice] = useState<MergeNotice>();
  const base = useRef(initial);
  useEffect(() => {
    const before = base.current;
    if (before === initial) return;
    base.current = initial;
    if (sameValue(before, initial) || sameValue(values, before)) return;
    const merged = mergeEdited(before, values, initial);
    change(() => merged.value);
    setNotice(computeNotice(merged, false));
  }, [initial, values, change]);

  const restore = useCallback(
    (draft: ProductDraft) => {
      if (sameValue(draft.values, draft.base)) return;
      const merged = mergeEdited(draft.base, draft.values, initial);
      change(() => ({ ...merged.value, media: merged.value.media.map(withoutBlob) }));
      setNotice({ restored: true, taken: merged.taken, clashes: merged.clashes });
    },
    [initial, change],
  );
  const decide = useCallback(
    (clash: Clash, who: 'mine' | 'theirs') => {
      if (who === 'theirs') change((now) => takeTheirs(now, clash, initial));
      setNotice((now) => now && { ...now, clashes: now.clashes.filter((one) => one !== clash) });
    },
    [initial, change],
  );
  const forget = useCallback(() => {
    setNotice(undefined);
  }, []);
  return { notice, restore, decide, forget };
}

function computeNotice({ taken, clashes }: Merged<Edited>, restored: boolean): MergeNotice | undefined {
  return taken.length + clashes.length > 0 ? { restored, taken, clashes } : undefined;
}

/** A picture that was only shown from this page's memory has no preview after a reload. */
function withoutBlob(medium: Edited['media'][number]): Edited['media'][number] {
  return medium.preview?.startsWith('blob:') ? { ...medium, preview: null } : medium;
}
