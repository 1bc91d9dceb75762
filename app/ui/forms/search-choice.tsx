import { Autocomplete, Icon } from '@shopify/polaris';
import { SearchIcon } from '@shopify/polaris-icons';
import { useEffect, useState, type ReactNode } from 'react';
import type { FieldProps } from './use-form.ts';
import { useData } from '../session/use-data.ts';

const TYPING_MS = 200;

type Found = { id: string; title: string };
type SearchChoiceProps = FieldProps & {
  label: string;
  helpText?: ReactNode;
  /** Tells what is searched apart from other searches of the page. */
  source: string;
  /** Asks for what is called like this, or for the one of an id. */
  search: (query: { q: string } | { id: string }) => Promise<readonly Found[]>;
  texts: { search: string; none: string; failed: string };
};

/** One of very many, found by its title; what is held is its id. */
export function SearchChoice(props: SearchChoiceProps) {
  const { name, value, onChange, onBlur, error, disabled, label, helpText, source, search, texts } = props;
  const chosen = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState<string>();
  const requested = useSettled(typed ?? '');
  const isAsking = typed !== undefined;
  const found = useData(isAsking ? [source, requested] : null, () => search({ q: requested }));
  const own = useData(chosen === '' ? null : [source, 'id', chosen], () => search({ id: chosen }));
  const hits = found.data ?? [];
  const title = [...hits, ...(own.data ?? [])].find((one) => one.id === chosen)?.title ?? '';
  return (
    <Autocomplete
      options={hits.map((hit) => ({ value: hit.id, label: hit.title }))}
      selected={chosen === '' ? [] : [chosen]}
      loading={isAsking && found.isLoading}
      emptyState={<p className="souk-empty-search">{found.error ? texts.failed : texts.none}</p>}
      onSelect={([id = '']) => {
        onChange(id);
        setTyped(undefined);
      }}
      textField={
        <Autocomplete.TextField
          label={label}
          name={name}
          prefix={<Icon source={SearchIcon} />}
          placeholder={texts.search}
          value={typed ?? title}
          onChange={setTyped}
          onFocus={() => {
            setTyped((now) => now ?? '');
          }}
          onBlur={() => {
            // An emptied field chooses nothing; a text that was not chosen from the list is not kept.
            setTyped(undefined);
            onBlur();
          }}
          clearButton
          onClearButtonClick={() => {
            onChange('');
            setTyped(undefined);
          }}
          autoComplete="off"
          error={error}
          disabled={disabled}
          helpText={helpText}
        />
      }
    />
  );
}

/** A text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return settled;
}
