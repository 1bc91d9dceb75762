import { useState } from 'react';
import { readTypedNumber } from '#app/core/money/typed-number.ts';
import { writeNumber } from '../money/format.ts';
import { useLayoutData } from '../shell/shell-context.tsx';

/**
 * The number of a field as it is shown, typed and kept: shown with the separators of the viewer's language, kept as a plain
 * decimal as soon as it is one. While somebody types, nothing changes under their hands; a value that comes from elsewhere
 * (a paste over many cells, undo) replaces what was typed.
 */
export function useTypedNumber(o: { value: string; onChange: (value: string) => void }) {
  const { locale } = useLayoutData();
  const [typed, setTyped] = useState<{ text: string; kept: string }>();
  const normalize = (text: string): string => readTypedNumber(text, locale) ?? text;
  return {
    shown: typed?.kept === o.value ? typed.text : writeNumber(o.value, locale),
    type: (text: string): void => {
      const kept = normalize(text);
      setTyped({ text, kept });
      if (kept !== o.value) o.onChange(kept);
    },
    /** To be called when the field is left: what stood there before its scripts came is read now at the latest. */
    leave: (): void => {
      setTyped(undefined);
      if (!/^-?\d+(\.\d+)?$/.test(o.value) && normalize(o.value) !== o.value) o.onChange(normalize(o.value));
    },
  };
}
