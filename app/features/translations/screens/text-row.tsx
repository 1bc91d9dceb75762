import { Badge, Button, InlineStack, Text } from '@shopify/polaris';
import { RichTextInput } from '#app/ui/forms/rich-text-input.tsx';
import { TextInput } from '#app/ui/forms/fields.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { languageName } from '#app/ui/i18n/language.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useDoorData } from '#app/ui/shell/shell-context.tsx';
import type { TranslatedText } from '../translations.contract.ts';
import { TEXT_MAX } from '../translations.ts';
import { nameOf, type Typed } from './translation-form.ts';

type TextRowProps = {
  text: TranslatedText;
  form: Form<Typed>;
  /** The source that was translated from, where it has changed since. */
  before: string | undefined;
  locale: string;
  sourceLocale: string;
  disabled: boolean;
};

/** A text in the store's language, and its translation beside it. */
export function TextRow({ text, form, before, locale, sourceLocale, disabled }: TextRowProps) {
  const t = useText();
  const { locale: viewers } = useDoorData();
  const name = nameOf(text);
  const label = t(`translations:kinds.${text.kind}`, { name: text.name ?? '' });
  const isConfirmed = form.values.confirmed.includes(name);
  const input = { ...form.field<unknown>(`texts.${name}`), disabled };
  const inLanguage = t('translations:inLanguage', { label, language: languageName(locale, viewers) });
  const { suggestion } = text;
  return (
    <div className="souk-translation-row">
      <div>
        <InlineStack gap="200" blockAlign="center">
          <Text as="h3" variant="headingXs">
            {label}
          </Text>
          {text.outdated && !isConfirmed ? <Badge tone="warning">{t('translations:outdated')}</Badge> : null}
        </InlineStack>
        {before === undefined ? null : (
          <s className="souk-translation-source" lang={sourceLocale}>
            {text.kind === 'description' ? plain(before) : before}
          </s>
        )}
        {text.kind === 'description' ? (
          <div
            className="souk-translation-source souk-rich-text"
            lang={sourceLocale}
            // The server has cleaned it of everything that could run.
            dangerouslySetInnerHTML={{ __html: text.source }}
          />
        ) : (
          <p className="souk-translation-source" lang={sourceLocale}>
            {text.source}
          </p>
        )}
      </div>
      <div lang={locale}>
        {text.kind === 'description' ? (
          <RichTextInput {...input} value={form.values.texts[name] ?? ''} label={inLanguage} />
        ) : (
          <TextInput
            {...input}
            label={inLanguage}
            labelHidden
            maxLength={TEXT_MAX[text.kind]}
            lines={text.source.includes('\n') || text.source.length > 120 ? 4 : 1}
          />
        )}
        {disabled ? null : (
          <InlineStack gap="200">
            {suggestion !== null && form.values.texts[name] !== suggestion ? (
              <Button
                variant="plain"
                onClick={() => {
                  form.set(`texts.${name}`, suggestion);
                }}
              >
                {t('translations:dictionary.use', { text: suggestion })}
              </Button>
            ) : null}
            {text.outdated && !isConfirmed && text.value !== '' ? (
              <Button
                variant="plain"
                accessibilityLabel={t('translations:stillRightOf', { label })}
                onClick={() => {
                  form.set('confirmed', [...form.values.confirmed, name]);
                }}
              >
                {t('translations:stillRight')}
              </Button>
            ) : null}
          </InlineStack>
        )}
      </div>
    </div>
  );
}

const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
