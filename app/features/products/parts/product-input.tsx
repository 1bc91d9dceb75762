import { Autocomplete, Icon } from '@shopify/polaris';
import { SearchIcon } from '@shopify/polaris-icons';
import { useEffect, useState, type ReactNode } from 'react';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { useDoorData } from '#app/ui/shell/shell-context.tsx';
import { searchPublishedEndpoint } from '../published.contract.ts';

const TYPING_MS = 200;

/** One product of the store, found by its title; what is held is its id. */
export function ProductInput(props: FieldProps & { label: string; helpText?: ReactNode }) {
  const { name, value, onChange, onBlur, error, disabled, label, helpText } = props;
  const t = useText();
  const { store } = useDoorData();
  const chosen = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState<string>();
  const asked = useSettled(typed ?? '');
  const isAsking = typed !== undefined;
  const found = useData(isAsking ? ['published', store.domain, asked] : null, () =>
    callApi(searchPublishedEndpoint, { query: { q: asked, store: store.domain } }),
  );
  const own = useData(chosen === '' ? null : ['published', store.domain, 'id', chosen], () =>
    callApi(searchPublishedEndpoint, { query: { id: chosen, store: store.domain } }),
  );
  const products = found.data?.products ?? [];
  const title = [...products, ...(own.data?.products ?? [])].find((one) => one.id === chosen)?.title ?? '';
  return (
    <Autocomplete
      options={products.map((product) => ({ value: product.id, label: product.title }))}
      selected={chosen === '' ? [] : [chosen]}
      loading={isAsking && found.isLoading}
      emptyState={
        <p className="souk-empty-search">
          {found.error ? t('applications:form.product.failed') : t('applications:form.product.none')}
        </p>
      }
      onSelect={([id = '']) => {
        onChange(id);
        setTyped(undefined);
      }}
      textField={
        <Autocomplete.TextField
          label={label}
          name={name}
          prefix={<Icon source={SearchIcon} />}
          placeholder={t('applications:form.product.search')}
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
