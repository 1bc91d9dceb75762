import { Banner, BlockStack, Text } from '@shopify/polaris';
import { useMemo } from 'react';
import { CheckboxInput, ChoiceInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { languageName } from '#app/ui/i18n/language.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { AccessBanner } from '#app/ui/components/access-banner.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import { targetLanguages, type StoreLanguage } from '../translations.ts';
import { TermsCard, type SettingsValues } from './terms-card.tsx';
import './translations.css';

export type SettingsScreenProps = {
  enabled: boolean;
  granted: boolean;
  languages: readonly StoreLanguage[];
  locales: readonly string[];
  dict: readonly { locale: string; key: string; value: string }[];
  onGranted: () => void;
};

/** Whether products are translated, into which languages of the store, and the dictionary of the marketplace. */
export function SettingsScreen({ enabled, granted, languages, locales, dict, onGranted }: SettingsScreenProps) {
  const t = useText();
  const { locale: viewers } = useLayoutData();
  const initial = useMemo<SettingsValues>(
    () => ({ enabled, locales: [...locales], dict: dict.map((term) => ({ ...term })) }),
    [enabled, locales, dict],
  );
  const form = useForm<SettingsValues>({
    schema: () => import('../translations.contract.ts').then(({ saveSettingsSchema }) => saveSettingsSchema),
    initial,
    method: 'put',
    done: t('translations:settings.saved'),
  });
  const targets = targetLanguages(languages, []);
  const choices = targets.map((language) => ({
    value: language.locale,
    label: language.published
      ? languageName(language.locale, viewers)
      : t('translations:settings.hidden', { language: languageName(language.locale, viewers) }),
  }));
  // Without the access there is nothing to set, but what is on can still be turned off.
  const isOpen = granted || enabled;
  return (
    <ScreenPage title={t('settings:row.translations.name')} {...(isOpen ? { saveBar: form.saveBar } : {})} kind="form">
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {granted ? null : (
          <AccessBanner
            scopes={['write_translations']}
            texts={{
              title: t('translations:access.title'),
              body: t('translations:access.body'),
              external: t('translations:access.external'),
              action: t('translations:access.action'),
              declined: t('translations:access.declined'),
            }}
            onGranted={onGranted}
          />
        )}
        {isOpen ? (
          <SectionCard title={t('translations:settings.switch')}>
            <BlockStack gap="300">
              <CheckboxInput
                {...form.field<unknown>('enabled')}
                label={t('translations:settings.enabled')}
                helpText={t('translations:settings.enabledHelp')}
              />
              {choices.length === 0 ? (
                <Text as="p" tone="subdued">
                  {t('translations:none.body')}
                </Text>
              ) : (
                <>
                  <ChoiceInput
                    {...form.field<unknown>('locales')}
                    multiple
                    label={t('translations:settings.languages')}
                    choices={choices}
                  />
                  <Text as="p" tone="subdued">
                    {t('translations:settings.languagesHelp')}
                  </Text>
                </>
              )}
            </BlockStack>
          </SectionCard>
        ) : null}
        {choices.length === 0 || !isOpen ? null : <TermsCard form={form} choices={choices} />}
      </Stack>
    </ScreenPage>
  );
}
