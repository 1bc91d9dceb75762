import { Banner, BlockStack, Button, Form, Text } from '@shopify/polaris';
import { useState } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow } from '#app/ui/components/layout.tsx';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';

/** Leads to the platform, where the vendor's own store gives its access. */
export function ConnectStoreCard({ shop }: { shop: string }) {
  const t = useText();
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useForm<{ shop: string }, { url: string }>({
    schema: () => import('../connect-store.ts').then(({ connectStoreForm }) => connectStoreForm),
    initial: { shop },
    method: 'post',
    onDone: ({ url }) => {
      setIsLeaving(true);
      // The platform's pages never open inside of a frame.
      window.open(url, '_top');
    },
  });
  return (
    <SectionCard title={t('integrations:connect.title')}>
      <Form onSubmit={form.submit} noValidate>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <Text as="p" tone="subdued">
            {t('integrations:connect.about')}
          </Text>
          <TextInput
            {...form.field('shop')}
            label={t('integrations:connect.shop')}
            placeholder="my-store.myshopify.com"
            maxLength={100}
          />
          <EndRow>
            <Button submit variant="primary" loading={form.saving || isLeaving}>
              {t('integrations:connect.action')}
            </Button>
          </EndRow>
        </BlockStack>
      </Form>
    </SectionCard>
  );
}
