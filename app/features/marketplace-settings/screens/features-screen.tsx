import { Banner, BlockStack } from '@shopify/polaris';
import { CheckboxInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import type { SwitchesForm } from '../feature-changes.contract.ts';
import { SHOWN_SWITCHES } from '../shown-switches.ts';

type Props = { switches: SwitchesForm; open: Partial<Record<keyof SwitchesForm, number>> };

/** The parts of the marketplace that can be switched off; each says what that hides and what open work it touches. */
export function FeaturesScreen({ switches, open }: Props) {
  const t = useText();
  const form = useForm<SwitchesForm>({
    schema: () => import('../feature-changes.contract.ts').then(({ switchesForm }) => switchesForm.partial()),
    initial: switches,
    // What nobody touched here is not sent: another screen may have turned it since.
    toPayload: (values) =>
      Object.fromEntries(
        SHOWN_SWITCHES.filter((name) => values[name].enabled !== switches[name].enabled).map((name) => [
          name,
          values[name],
        ]),
      ),
    method: 'put',
    done: t('settings:saved'),
  });
  const touched = SHOWN_SWITCHES.filter(
    (name) => switches[name].enabled && !form.values[name].enabled && (open[name] ?? 0) > 0,
  );
  return (
    <ScreenPage
      title={t('settings:row.features.name')}
      subtitle={t('settings:row.features.about')}
      back={{ label: t('settings:title'), url: '/settings' }}
      saveBar={form.saveBar}
      kind="form"
    >
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {touched.map((name) => (
          <Banner key={name} tone="warning" title={t(`settings:feature.${name}.name`)}>
            {t(`settings:feature.${name}.open`, { count: open[name] ?? 0 })}
          </Banner>
        ))}
        <SectionCard title={t('settings:row.features.name')}>
          <BlockStack gap="400">
            {SHOWN_SWITCHES.map((name) => (
              <CheckboxInput
                key={name}
                {...form.field<unknown>(`${name}.enabled`)}
                label={t(`settings:feature.${name}.name`)}
                helpText={t(`settings:feature.${name}.off`)}
              />
            ))}
          </BlockStack>
        </SectionCard>
      </Stack>
    </ScreenPage>
  );
}
