import { stripTags } from '#app/core/text/markup.ts';
import { Badge, Button, InlineStack, Text } from '@shopify/polaris';
import { FieldGroup, innerName, RichInput } from '#app/features/specifications/shared/compound-inputs.tsx';
import { formatHtml } from '#app/features/specifications/rich-html.ts';
import { readRichText } from '#app/features/specifications/rich-text-value.ts';
import { asLines, ofLines } from '#app/features/specifications/value-forms.ts';
import { readableValue } from '#app/features/specifications/value-text.ts';
import { RichTextInput } from '#app/ui/forms/rich-text-input.tsx';
import { TextInput } from '#app/ui/forms/fields.tsx';
import type { FieldProps, Form } from '#app/ui/forms/use-form.ts';
import { languageName } from '#app/ui/i18n/language.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import type { TranslatedText } from '../translations.contract.ts';
import { TEXT_MAX } from '../translations.ts';
import { formatName, type Typed } from './translation-form.ts';

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
  const { locale: viewers } = useLayoutData();
  const name = formatName(text);
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
            {computeWords(text, before)}
          </s>
        )}
        <Source text={text} lang={sourceLocale} />
      </div>
      <div lang={locale}>
        <Input text={text} label={inLanguage} input={input} value={form.values.texts[name] ?? ''} />
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

/** The text as it is in the store's language, in its own form. */
function Source({ text, lang }: { text: TranslatedText; lang: string }) {
  const html = text.format === 'rich' ? formatHtml(readRichText(text.source) ?? { type: 'root' }) : text.source;
  if (text.format === 'html' || text.format === 'rich') {
    return (
      <div
        className="souk-translation-source souk-rich-text"
        lang={lang}
        // The server has cleaned it of everything that could run, or it is made here of texts that are escaped.
        dangerouslySetInnerHTML={{ __html: html }}
      />
    );
  }
  return (
    <p className="souk-translation-source" lang={lang}>
      {computeWords(text, text.source)}
    </p>
  );
}

type InputProps = { text: TranslatedText; label: string; input: FieldProps; value: string };

/** The field of a translation: an editor for formatted texts, a line for each entry of a list. */
function Input({ text, label, input, value }: InputProps) {
  const t = useText();
  if (text.format === 'html') return <RichTextInput {...input} value={value} label={label} />;
  if (text.format === 'rich') return <RichInput shared={{ ...input, value, label, optional: false }} />;
  const isList = text.format === 'lines';
  const field = (
    <TextInput
      {...input}
      {...(isList
        ? {
            name: innerName(input.name),
            value: asLines(value),
            helpText: t('translations:oneALine'),
            onChange: (lines: unknown) => {
              input.onChange(ofLines(String(lines)));
            },
          }
        : {})}
      label={label}
      labelHidden
      maxLength={TEXT_MAX[text.kind]}
      lines={isList || text.source.includes('\n') || text.source.length > 120 ? 4 : 1}
    />
  );
  return isList ? <FieldGroup name={input.name}>{field}</FieldGroup> : field;
}

/** A text without its form: a formatted one in words, a list line by line. */
function computeWords({ format }: TranslatedText, text: string): string {
  if (format === 'html') return plain(text);
  if (format === 'rich') return readableValue('rich_text_field', text);
  return format === 'lines' ? asLines(text) : text;
}

const plain = (html: string): string => stripTags(html, ' ').replace(/\s+/g, ' ').trim();
