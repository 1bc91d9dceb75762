import { Banner, BlockStack } from '@shopify/polaris';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { MAX_TEXT } from '../conversation.ts';

/** The marketplace writes to a vendor by its name. */
export function NewConversationScreen() {
  const t = useText();
  const form = useForm({
    schema: () => import('../conversations.contract.ts').then(({ firstMessageSchema }) => firstMessageSchema),
    initial: { targetVendor: '', text: '' },
  });
  return (
    <ScreenPage
      title={t('conversations:new.title')}
      back={{ label: t('shell:places.inbox'), url: '/inbox' }}
      primaryAction={{ label: t('conversations:compose.send'), onAction: form.submit, loading: form.saving }}
      kind="form"
    >
      <SectionCard title={t('conversations:thread.label')}>
        <BlockStack gap="400">
          {form.refusedWith === 'not_found' ? (
            <Banner tone="critical">{t('conversations:new.unknown')}</Banner>
          ) : form.formError ? (
            <Banner tone="critical">{form.formError}</Banner>
          ) : null}
          <TextInput {...form.field('targetVendor')} label={t('conversations:new.vendor')} maxLength={255} />
          <TextInput
            {...form.field('text')}
            label={t('conversations:compose.label')}
            lines={4}
            maxLength={MAX_TEXT}
            showCount
          />
        </BlockStack>
      </SectionCard>
    </ScreenPage>
  );
}
