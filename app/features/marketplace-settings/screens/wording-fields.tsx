import { FormLayout } from '@shopify/polaris';
import { Stack } from '#app/ui/components/layout.tsx';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import {
  WORDING_GENDERS,
  WORDING_NAMES,
  WORDING_NOUNS,
  type WordingName,
} from '#app/platform/settings/branding/branding.ts';
import type { LookForm } from '../feature-changes.contract.ts';

const isNoun = (name: WordingName): name is (typeof WORDING_NOUNS)[number] =>
  WORDING_NOUNS.some((noun) => noun === name);

/**
 * The store's own words. A word that sentences use with an article asks for its gender as soon as it is chosen, and one with a plural for
 * the German dative, which is seldom another than the one that is made by rule.
 */
export function WordingFields({ form }: { form: Form<LookForm> }) {
  const t = useText();
  return (
    <Stack>
      {WORDING_NAMES.map((name) => (
        <FormLayout key={name}>
          <FormLayout.Group condensed>
            <TextInput
              {...form.field(`wordings.${name}`)}
              label={t(`settings:look.word.${name}`)}
              placeholder={t(`wordings:${name}`)}
              maxLength={40}
              optional
            />
            {isNoun(name) && form.values.wordings[name].trim() !== '' ? (
              <GrammarFields form={form} noun={name} />
            ) : null}
          </FormLayout.Group>
        </FormLayout>
      ))}
    </Stack>
  );
}

function GrammarFields({ form, noun }: { form: Form<LookForm>; noun: (typeof WORDING_NOUNS)[number] }) {
  const t = useText();
  return (
    <>
      <SelectInput
        {...form.field(`wordingGrammar.${noun}.gender`)}
        label={t('settings:look.gender.label')}
        helpText={t('settings:look.gender.help')}
        choices={[
          { value: '', label: t('settings:look.gender.default') },
          ...WORDING_GENDERS.map((value) => ({ value, label: t(`settings:look.gender.${value}`) })),
        ]}
      />
      {noun === 'vendor' || noun === 'product' ? (
        <TextInput
          {...form.field(`wordingGrammar.${noun}.pluralDative`)}
          label={t('settings:look.pluralDative')}
          helpText={t('settings:look.pluralDativeHelp')}
          maxLength={40}
          optional
        />
      ) : null}
    </>
  );
}
