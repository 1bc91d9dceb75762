import { Banner, BlockStack, Button, InlineStack } from '@shopify/polaris';
import type { PageSettings } from '#app/features/vendor-profiles/page/vendor-page.contract.ts';
import { CheckboxInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';

/** How the marketplace handles the public pages of its vendors. */
export function PagesCard({ pages }: { pages: PageSettings }) {
  const t = useText();
  const form = useForm({
    schema: () =>
      import('#app/features/vendor-profiles/page/vendor-page.contract.ts').then(
        ({ pageSettingsForm }) => pageSettingsForm,
      ),
    initial: { ...pages },
    method: 'patch',
    toPayload: (values) => ({ pages: values }),
    toField: (path) => path.replace(/^pages\./, ''),
    done: t('definitions:pages.saved'),
  });
  return (
    <SectionCard title={t('definitions:pages.title')}>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <CheckboxInput {...form.field('enabled')} label={t('definitions:pages.enabled')} />
        <CheckboxInput
          {...form.field('holdChanges')}
          label={t('definitions:pages.hold')}
          helpText={t('definitions:pages.holdHelp')}
        />
        <TextInput
          {...form.field('collectionTemplate')}
          label={t('definitions:pages.template')}
          helpText={t('definitions:pages.templateHelp')}
          optional
          maxLength={100}
        />
        <InlineStack align="end">
          <Button onClick={form.submit} loading={form.saving} disabled={!form.dirty}>
            {t('common:save')}
          </Button>
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}
