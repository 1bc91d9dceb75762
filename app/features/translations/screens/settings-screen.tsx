import { Banner, BlockStack, Button, Text } from '@shopify/polaris';
import { useMemo, useState } from 'react';
import { CheckboxInput, ChoiceInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { languageName } from '#app/ui/i18n/language.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { hostBridge } from '#app/ui/page/host-bridge.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useToast } from '#app/ui/page/toast.tsx';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { Stack } from '#app/ui/parts/layout.tsx';
import { useDoor, useDoorData } from '#app/ui/shell/shell-context.tsx';
import { saveSettingsSchema } from '../translations.contract.ts';
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
  const { locale: viewers } = useDoorData();
  const initial = useMemo<SettingsValues>(
    () => ({ enabled, locales: [...locales], dict: dict.map((term) => ({ ...term })) }),
    [enabled, locales, dict],
  );
  const form = useForm<SettingsValues>({
    schema: saveSettingsSchema,
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
  return (
    <ScreenPage title={t('translations:settings.title')} saveBar={form.saveBar}>
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {granted ? null : <Access onGranted={onGranted} />}
        <SectionCard title={t('translations:settings.switch')}>
          <BlockStack gap="300">
            <CheckboxInput
              {...form.field<unknown>('enabled')}
              disabled={!granted && !form.values.enabled}
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
        {choices.length === 0 ? null : <TermsCard form={form} choices={choices} />}
      </Stack>
    </ScreenPage>
  );
}

/** The store grants access to translations apart from the rest; it can be asked for inside the store admin only. */
function Access({ onGranted }: { onGranted: () => void }) {
  const t = useText();
  const door = useDoor();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    setAsking(true);
    try {
      const answer = await hostBridge()?.scopes.request(['write_translations']);
      if (answer?.result === 'granted-all') onGranted();
      else toast(t('translations:access.declined'), { isError: true });
    } catch {
      toast(t('translations:access.declined'), { isError: true });
    } finally {
      setAsking(false);
    }
  };
  return (
    <Banner tone="warning" title={t('translations:access.title')}>
      <BlockStack gap="200" inlineAlign="start">
        <Text as="p">{t(door === 'admin' ? 'translations:access.body' : 'translations:access.elsewhere')}</Text>
        {door === 'admin' ? (
          <Button onClick={() => void ask()} loading={asking}>
            {t('translations:access.action')}
          </Button>
        ) : null}
      </BlockStack>
    </Banner>
  );
}
