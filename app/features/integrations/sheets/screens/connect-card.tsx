import { Banner, BlockStack, Button, Form, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow } from '#app/ui/components/layout.tsx';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { MAX_ADDRESS, SHEETS_ADDRESS } from '../sheet.ts';

/** Whom to share a spreadsheet with, and the field for its address. */
export function ConnectCard({ account, isConnected }: { account: string; isConnected: boolean }) {
  const t = useText();
  const form = useForm({
    schema: () => import('../sheets.contract.ts').then(({ connectSheetBody }) => connectSheetBody),
    initial: { url: '' },
    method: 'put',
    done: t('sheets:connect.done'),
  });
  return (
    <SectionCard title={t(isConnected ? 'sheets:connect.other' : 'sheets:connect.title')}>
      <Form onSubmit={form.submit} noValidate>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="warning">{form.formError}</Banner> : null}
          <BlockStack gap="100">
            <Text as="p">{t('sheets:connect.share')}</Text>
            <Text as="p" fontWeight="semibold" breakWord>
              {account}
            </Text>
          </BlockStack>
          <Text as="p" tone="subdued">
            {t('sheets:connect.tabs')}
          </Text>
          <Text as="p" tone="subdued">
            {t('sheets:connect.code')}
          </Text>
          <Text as="p" tone="subdued">
            {t('sheets:connect.link')}
          </Text>
          <TextInput
            {...form.field('url')}
            label={t('sheets:connect.url')}
            placeholder={`${SHEETS_ADDRESS}…`}
            type="url"
            autoComplete="off"
            maxLength={MAX_ADDRESS}
          />
          <EndRow>
            <Button submit variant={isConnected ? 'secondary' : 'primary'} loading={form.saving} disabled={!form.dirty}>
              {t('sheets:connect.action')}
            </Button>
          </EndRow>
        </BlockStack>
      </Form>
    </SectionCard>
  );
}
