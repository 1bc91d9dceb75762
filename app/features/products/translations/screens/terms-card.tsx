import { Button, InlineStack, Text, TextField } from '@shopify/polaris';
import { DeleteIcon } from '@shopify/polaris-icons';
import { useState } from 'react';
import { foldForSearch } from '#app/core/text/folding.ts';
import { SelectInput, TextInput, type Choice } from '#app/ui/forms/fields.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { MAX_TERMS, TERM_MAX } from '../translations.ts';

type TermValues = { locale: string; key: string; value: string };
export type SettingsValues = { enabled: boolean; locales: string[]; dict: TermValues[] };

/** Rows that are drawn at a time: a dictionary may have thousands. */
const SHOWN = 50;

/** The words that mean the same on every product, such as materials and sizes. */
export function TermsCard({ form, choices }: { form: Form<SettingsValues>; choices: readonly Choice[] }) {
  const t = useText();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const terms = form.values.dict;
  const wanted = foldForSearch(search.trim());
  const found = terms
    .map((term, index) => ({ term, index }))
    // A new row is empty and stays in sight, whatever is searched for.
    .filter(({ term }) => term.key === '' || foldForSearch(`${term.key} ${term.value}`).includes(wanted));
  const change = (next: TermValues[]): void => {
    form.set('dict', next);
  };
  return (
    <SectionCard title={t('translations:terms.title')} aside={t('translations:terms.count', { count: terms.length })}>
      <div className="souk-terms">
        <Text as="p" tone="subdued">
          {t('translations:terms.about')}
        </Text>
        {terms.length > SHOWN ? (
          <TextField
            label={t('translations:terms.search')}
            labelHidden
            placeholder={t('translations:terms.search')}
            type="search"
            autoComplete="off"
            maxLength={TERM_MAX}
            value={search}
            onChange={(typed) => {
              setSearch(typed);
              setShown(SHOWN);
            }}
          />
        ) : null}
        {found.slice(0, shown).map(({ index }) => (
          <div
            className="souk-term"
            key={index}
            role="group"
            aria-label={t('translations:terms.row', { row: index + 1 })}
          >
            <TextInput {...form.field(`dict.${index}.key`)} label={t('translations:terms.key')} maxLength={TERM_MAX} />
            <SelectInput
              {...form.field(`dict.${index}.locale`)}
              label={t('translations:terms.language')}
              choices={choices}
            />
            <TextInput
              {...form.field(`dict.${index}.value`)}
              label={t('translations:terms.value')}
              maxLength={TERM_MAX}
            />
            <div className="souk-term-end">
              <Button
                icon={DeleteIcon}
                accessibilityLabel={t('translations:terms.remove', { row: index + 1 })}
                onClick={() => {
                  change(terms.filter((_term, at) => at !== index));
                }}
              />
            </div>
          </div>
        ))}
        <InlineStack gap="200">
          <Button
            disabled={terms.length >= MAX_TERMS}
            onClick={() => {
              change([...terms, { key: '', value: '', locale: choices[0]?.value ?? '' }]);
              setShown((now) => Math.max(now, terms.length + 1));
            }}
          >
            {t('translations:terms.add')}
          </Button>
          {found.length > shown ? (
            <Button
              variant="plain"
              onClick={() => {
                setShown((now) => now + SHOWN);
              }}
            >
              {t('translations:terms.more', { count: found.length - shown })}
            </Button>
          ) : null}
        </InlineStack>
      </div>
    </SectionCard>
  );
}
