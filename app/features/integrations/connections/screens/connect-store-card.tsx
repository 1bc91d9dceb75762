import { Banner, BlockStack, Button, Form, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { OwnStoreKind } from '#app/core/own-store.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow } from '#app/ui/components/layout.tsx';
import { ChoiceInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm, type Form as FormState } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';

type Values = { kind: OwnStoreKind; shop: string; address: string; consumerKey: string; consumerSecret: string };

/** Connects the vendor's own store: with keys that it gave, or on the way over the platform, where it gives its access. */
export function ConnectStoreCard({ kind, shop }: { kind: OwnStoreKind; shop: string }) {
  const t = useText();
  const toast = useToast();
  const [isLeaving, setIsLeaving] = useState(false);
  const isWoo = kind === 'woocommerce';
  const form = useForm<Values, object>({
    schema: () => import('../connect-store.ts').then(({ connectForm }) => connectForm),
    initial: { kind, shop: isWoo ? '' : shop, address: isWoo ? shop : '', consumerKey: '', consumerSecret: '' },
    method: 'post',
    toPayload: ({ shop: domain, ...woo }) => (woo.kind === 'shopify' ? { kind: woo.kind, shop: domain } : woo),
    onDone: (answer) => {
      if (!('url' in answer)) {
        toast(t('integrations:connect.connected'));
        return;
      }
      setIsLeaving(true);
      // The platform's pages never open inside of a frame.
      window.open(String(answer.url), '_top');
    },
  });
  return (
    <SectionCard title={t('integrations:connect.title')}>
      <Form onSubmit={form.submit} noValidate>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <ChoiceInput
            {...form.field<unknown>('kind')}
            label={t('integrations:connect.kind')}
            choices={[
              { label: t('integrations:connect.shopify'), value: 'shopify' },
              { label: t('integrations:connect.woocommerce'), value: 'woocommerce' },
            ]}
          />
          {form.values.kind === 'shopify' ? <ShopifyFields form={form} /> : <WooFields form={form} />}
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

function ShopifyFields({ form }: { form: FormState<Values> }) {
  const t = useText();
  return (
    <>
      <Text as="p" tone="subdued">
        {t('integrations:connect.about')}
      </Text>
      <TextInput
        {...form.field('shop')}
        label={t('integrations:connect.shop')}
        placeholder="my-store.myshopify.com"
        maxLength={100}
      />
    </>
  );
}

function WooFields({ form }: { form: FormState<Values> }) {
  const t = useText();
  return (
    <>
      <Text as="p" tone="subdued">
        {t('integrations:connect.wooAbout')}
      </Text>
      <Text as="p">{t('integrations:connect.wooUncovered')}</Text>
      <TextInput
        {...form.field('address')}
        label={t('integrations:connect.address')}
        placeholder="shop.example.com"
        maxLength={200}
      />
      <TextInput
        {...form.field('consumerKey')}
        label={t('integrations:connect.consumerKey')}
        placeholder="ck_…"
        maxLength={100}
      />
      <TextInput
        {...form.field('consumerSecret')}
        label={t('integrations:connect.consumerSecret')}
        placeholder="cs_…"
        type="password"
        maxLength={100}
      />
    </>
  );
}
