import { Banner, FormLayout } from '@shopify/polaris';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { LOGO_CHOICES } from '#app/platform/settings/branding/branding.ts';
import { MENUS } from '#app/platform/settings/menu.ts';
import type { LookForm } from '../feature-changes.contract.ts';
import { WordingFields } from './wording-fields.tsx';

const COLORS = ['indigo600', 'indigo800', 'orange800', 'green800'] as const;
const LOGOS = ['logoText', 'logoRegistration'] as const;

/** Logo, colours, words, support contact and menu: how the marketplace looks to its vendors. */
export function LookScreen({ look }: { look: LookForm }) {
  const t = useText();
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
      back={{ label: t('settings:title'), url: '/settings' }}
      saveBar={form.saveBar}
      kind="form"
    >
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {LOGOS.map((name) => (
          <LogoCard key={name} form={form} name={name} />
        ))}
        <SectionCard title={t('settings:look.colors')}>
          <FormLayout>
            {COLORS.map((name) => (
              <TextInput
                key={name}
                {...form.field(`colors.${name}`)}
                label={t(`settings:look.${name}`)}
                maxLength={7}
              />
            ))}
          </FormLayout>
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
        <SectionCard title={t('settings:look.menu')}>
          <SelectInput
            {...form.field('appearance.useNextMenu')}
            label={t('settings:look.menu')}
            labelHidden
            choices={MENUS.map((value) => ({ value, label: t(`settings:look.menus.${value}`) }))}
          />
        </SectionCard>
      </Stack>
    </ScreenPage>
  );
}

function LogoCard({ form, name }: { form: Form<LookForm>; name: (typeof LOGOS)[number] }) {
  const t = useText();
  const { selected } = form.values[name];
  return (
    <SectionCard title={t(`settings:look.${name}`)}>
      <FormLayout>
        <SelectInput
          {...form.field(`${name}.selected`)}
          label={t('settings:look.logoShows')}
          choices={LOGO_CHOICES.map((value) => ({ value, label: t(`settings:look.logos.${value}`) }))}
        />
        {selected === 'value' ? (
          <TextInput {...form.field(`${name}.value`)} label={t('settings:look.logoValue')} maxLength={60} />
        ) : null}
        {selected === 'src' ? (
          <TextInput {...form.field(`${name}.src`)} label={t('settings:look.logoSrc')} type="url" maxLength={2048} />
        ) : null}
      </FormLayout>
    </SectionCard>
  );
}
