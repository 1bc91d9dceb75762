import { useState, type InputHTMLAttributes } from 'react';
import type { Locale } from '#app/core/viewer.ts';
import { cellText, isWord, maxLengthOf, shownText, type GridField } from './grid-block.ts';

/**
 * What a cell shows while somebody types, and what it keeps: a number is kept as a plain decimal as soon as it is one, and is
 * shown as it was typed until the cell is left or another hand (a paste, undo) changes it.
 */
export function useCellText(o: { field: GridField; value: string; locale: Locale; onChange: (value: string) => void }) {
  const { field, value, locale } = o;
  const [typed, setTyped] = useState<{ text: string; kept: string }>();
  return {
    shown: typed?.kept === value ? typed.text : shownText(field, value, locale),
    type: (text: string): void => {
      const kept = isWord(field) ? text : cellText(field, text, locale);
      setTyped({ text, kept });
      o.onChange(kept);
    },
    leave: (): void => {
      setTyped(undefined);
    },
  };
}

type CellInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  field: GridField;
  value: string;
  locale: Locale;
  onChange: (value: string) => void;
};

/** The input of one cell of the grid. */
export function CellInput({ field, value, locale, onChange, onBlur, ...rest }: CellInputProps) {
  const { shown, type, leave } = useCellText({ field, value, locale, onChange });
  return (
    <input
      {...rest}
      inputMode={isWord(field) ? 'text' : field === 'stock' ? 'numeric' : 'decimal'}
      maxLength={maxLengthOf(field)}
      autoComplete="off"
      value={shown}
      onChange={(event) => {
        type(event.target.value);
      }}
      onBlur={(event) => {
        leave();
        onBlur?.(event);
      }}
    />
  );
}
