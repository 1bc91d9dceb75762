import { Banner, BlockStack, Button, Form, InlineStack, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { EmptyCard, SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useSearchParams } from '#app/ui/router.ts';
import type { StoreProductsDto } from '../connections.contract.ts';
import { StoreProductRow } from './store-product-row.tsx';

/** The products of the vendor's own store: which are kept in step here, and what became of each. */
export function StoreProductsScreen({ found, q }: { found: StoreProductsDto; q: string }) {
  const t = useText();
  const { shop, products, next, isRunning, canSync } = found;
  useLiveRefresh(isRunning || products.some(({ sync }) => sync?.outcome === 'waiting'));
  const [params, setParams] = useSearchParams();
  return (
    <ScreenPage
      title={t('integrations:products.title')}
      subtitle={t('integrations:products.subtitle', { shop })}
      back={{ label: t('integrations:title'), url: '/settings/integrations' }}
    >
      <Stack>
        {canSync ? null : <Banner tone="info">{t('integrations:products.readOnly')}</Banner>}
        <Search
          key={q}
          q={q}
          onSearch={(text) => {
            setParams(text === '' ? {} : { q: text });
          }}
        />
        {products.length === 0 ? (
          <EmptyCard
            title={t(q === '' ? 'integrations:products.empty' : 'integrations:products.none', { q })}
            body={t('integrations:products.emptyBody')}
          />
        ) : (
          <SectionCard title={shop} flush>
            <ul className="souk-rows" aria-label={t('integrations:products.title')}>
              {products.map((product) => (
                <li key={product.id}>
                  <StoreProductRow product={product} canSync={canSync} />
                </li>
              ))}
            </ul>
          </SectionCard>
        )}
        <InlineStack gap="300">
          {params.has('after') ? (
            <Button
              onClick={() => {
                setParams(q === '' ? {} : { q });
              }}
            >
              {t('integrations:products.first')}
            </Button>
          ) : null}
          {next === null ? null : (
            <Button
              onClick={() => {
                setParams({ ...(q === '' ? {} : { q }), after: next });
              }}
            >
              {t('integrations:products.next')}
            </Button>
          )}
        </InlineStack>
      </Stack>
    </ScreenPage>
  );
}

function Search({ q, onSearch }: { q: string; onSearch: (text: string) => void }) {
  const t = useText();
  const [text, setText] = useState(q);
  return (
    <Form
      onSubmit={() => {
        onSearch(text.trim());
      }}
    >
      <TextField
        label={t('integrations:products.search')}
        value={text}
        onChange={setText}
        autoComplete="off"
        maxLength={100}
        connectedRight={<Button submit>{t('integrations:products.find')}</Button>}
      />
    </Form>
  );
}

/** In the place of the list where the store cannot be asked. */
export function StoreUnreachable({ text }: { text: string }) {
  const t = useText();
  return (
    <ScreenPage
      title={t('integrations:products.title')}
      back={{ label: t('integrations:title'), url: '/settings/integrations' }}
    >
      <BlockStack gap="300">
        <Banner tone="warning">
          <Text as="p">{text}</Text>
        </Banner>
      </BlockStack>
    </ScreenPage>
  );
}
