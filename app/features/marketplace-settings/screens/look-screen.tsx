import { Banner, FormLayout } from '@shopify/polaris';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import type { LookForm } from '../feature-changes.contract.ts';
import { BrandPreview } from './brand-preview.tsx';
import { ColorFields } from './color-fields.tsx';
import { LogoFields, type OpenLogoTarget } from './logo-fields.tsx';
import { WordingFields } from './wording-fields.tsx';

/** Name, logo, colours, words and support contact: how the marketplace looks to its vendors, with what becomes of it at once. */
export function LookScreen({ look, openTarget }: { look: LookForm; openTarget: OpenLogoTarget }) {
  const t = useText();
  const { store } = useLayoutData();
  const form = useForm<LookForm>({
    schema: () => import('../feature-changes.contract.ts').then(({ lookForm }) => lookForm),
    initial: look,
    method: 'put',
    done: t('settings:saved'),
  });
  return (
    <ScreenPage
      title={t('settings:row.look.name')}
      subtitle={t('settings:row.look.about')}
      saveBar={form.saveBar}
      kind="form"
    >
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <BrandPreview look={form.values} shopName={store.name} />
        <SectionCard title={t('settings:look.logoText')}>
          <LogoFields form={form} name="logoText" shopName={store.name} openTarget={openTarget} />
        </SectionCard>
        <SectionCard title={t('settings:look.logoRegistration')}>
          <LogoFields form={form} name="logoRegistration" shopName={store.name} openTarget={openTarget} />
        </SectionCard>
        <SectionCard title={t('settings:look.colors')}>
          <ColorFields form={form} />
        </SectionCard>
        <SectionCard title={t('settings:look.wordings')}>
          <WordingFields form={form} />
        </SectionCard>
        <SectionCard title={t('settings:look.support')}>
          <FormLayout>
            <TextInput
              {...form.field('support.title')}
              label={t('settings:look.supportTitle')}
              maxLength={100}
              optional
            />
            <TextInput
              {...form.field('support.email')}
              label={t('settings:look.supportEmail')}
              helpText={t('settings:look.supportHelp')}
              type="email"
              optional
            />
          </FormLayout>
        </SectionCard>
      </Stack>
    </ScreenPage>
  );
}
