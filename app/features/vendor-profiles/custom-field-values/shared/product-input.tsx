import type { ReactNode } from 'react';
import { SearchChoice } from '#app/ui/forms/search-choice.tsx';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { callApi } from '#app/ui/session/api-client.ts';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import type { searchPublishedEndpoint } from '#app/features/products/listing/published.contract.ts';

/** One product of the store, found by its title; what is held is its id. */
export function ProductInput(props: FieldProps & { label: string; helpText?: ReactNode }) {
  const t = useText();
  const { store } = useLayoutData();
  return (
    <SearchChoice
      {...props}
      source={`published ${store.domain}`}
      search={async (query) => {
        const { products } = await callApi<typeof searchPublishedEndpoint>('GET', '/store/products', {
          query: { ...query, store: store.domain },
        });
        return products;
      }}
      texts={{
        search: t('common:productChoice.search'),
        none: t('common:productChoice.none'),
        failed: t('common:productChoice.failed'),
      }}
    />
  );
}
