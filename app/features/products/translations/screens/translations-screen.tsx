import { Banner, BlockStack, Button, InlineStack, Tabs, Text } from '@shopify/polaris';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, type Form, type Refused } from '#app/ui/forms/use-form.ts';
import { languageName } from '#app/ui/i18n/language.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { EmptyCard, SectionCard } from '#app/ui/components/cards.tsx';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import type { saveTranslationsEndpoint, ProductTranslations, TranslatedText } from '../translations.contract.ts';
import type { TextKind } from '../translations.ts';
import { TextRow } from './text-row.tsx';
import {
  toBasis,
  changedSources,
  fillFromDictionary,
  formatName,
  startTyped,
  partsToSend,
  translationsPayload,
  type Basis,
  type Typed,
} from './translation-form.ts';
import './translations.css';

export type TranslationsScreenProps = {
  page: ProductTranslations;
  mayWrite: boolean;
  onLanguage: (locale: string) => void;
  onSaved: () => void;
  /** Reads the texts again, where a source has changed since they were read. */
  onReload: () => void;
};

const GROUPS: readonly {
  id: 'product' | 'seo' | 'options' | 'specifications' | 'variants';
  kinds: readonly TextKind[];
}[] = [
  { id: 'product', kinds: ['title', 'description'] },
  { id: 'options', kinds: ['option', 'optionValue'] },
  { id: 'specifications', kinds: ['specification'] },
  { id: 'variants', kinds: ['variantSpecification'] },
  { id: 'seo', kinds: ['seoTitle', 'seoDescription'] },
];

/** A product in another language: each text beside its translation, and how far every language is. */
export function TranslationsScreen(props: TranslationsScreenProps) {
  const { page, onSaved, onReload } = props;
  const t = useText();
  /** The names of the texts of the last payload, which issues name by their place in it. */
  const sent = useRef<string[]>([]);
  const [basis, setBasis] = useState<Basis>(() => toBasis(page.texts));
  const initial = useMemo(() => startTyped(page.texts), [page.texts]);
  const form = useForm<Typed>({
    schema: () => import('../translations.contract.ts').then(({ saveTranslationsSchema }) => saveTranslationsSchema),
    initial,
    toPayload: (typed) => {
      const part = partsToSend(page.texts, typed).at(-1) ?? [];
      sent.current = part.map(formatName);
      return translationsPayload(page.locale, part, { typed, basis });
    },
    // One call takes so many texts; the form itself sends the last of them.
    before: async (typed) => {
      for (const part of partsToSend(page.texts, typed).slice(0, -1)) {
        const body = translationsPayload(page.locale, part, { typed, basis });
        const refused = await sendPart(page.product.id, body, t('errors:offline'));
        if (!refused) continue;
        sent.current = part.map(formatName);
        return refused;
      }
      sent.current = (partsToSend(page.texts, typed).at(-1) ?? []).map(formatName);
      return undefined;
    },
    method: 'patch',
    done: t('translations:saved'),
    onDone: onSaved,
    toField: (path) => {
      const [, index, field] = /^translations\.(\d+)\.(\w+)$/.exec(path) ?? [];
      const name = sent.current[Number(index)];
      return name !== undefined && field === 'value' ? `texts.${name}` : '';
    },
  });
  const isConflict = form.refusedWith === 'conflict';
  useEffect(() => {
    if (isConflict) onReload();
    // Only a new refusal counts; the callback may be new on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isConflict]);
  const sources = changedSources(page.texts, form.values, basis);
  const isStale = sources.changed.size > 0 || sources.gone.length > 0;
  return (
    <ScreenPage
      title={t('translations:title')}
      documentTitle={`${t('translations:title')}: ${page.product.title}`}
      subtitle={page.product.title}
      back={{ label: page.product.title, url: `/products/${page.product.id}` }}
      saveBar={form.saveBar}
    >
      {page.locale === null ? (
        <EmptyCard title={t('translations:none.title')} body={t('translations:none.body')} />
      ) : (
        <BlockStack gap="400">
          <Languages {...props} form={form} />
          {isStale ? (
            <Stale
              {...sources}
              texts={page.texts}
              onAccept={() => {
                setBasis(toBasis(page.texts));
              }}
            />
          ) : form.formError ? (
            <Banner tone="critical">{form.formError}</Banner>
          ) : null}
          {page.leftOut > 0 ? <Banner>{t('translations:leftOut', { left: page.leftOut })}</Banner> : null}
          {page.held ? <Banner>{t('translations:held')}</Banner> : null}
          {props.mayWrite ? <FillAll form={form} texts={page.texts} /> : null}
          {GROUPS.map(({ id, kinds }) => {
            const texts = page.texts.filter((text) => kinds.includes(text.kind));
            return texts.length === 0 ? null : (
              <SectionCard key={id} title={t(`translations:groups.${id}`)}>
                <div className="souk-translations">
                  {texts.map((text) => (
                    <TextRow
                      key={formatName(text)}
                      text={text}
                      form={form}
                      before={sources.changed.get(formatName(text))}
                      locale={page.locale ?? ''}
                      sourceLocale={page.sourceLocale}
                      disabled={!props.mayWrite}
                    />
                  ))}
                </div>
              </SectionCard>
            );
          })}
        </BlockStack>
      )}
    </ScreenPage>
  );
}

/** Sends a part of the texts on its own, as the client of all calls does. Returns what was refused of it. */
async function sendPart(
  productId: string,
  body: ReturnType<typeof translationsPayload>,
  unanswered: string,
): Promise<Refused | undefined> {
  try {
    await callApi<typeof saveTranslationsEndpoint>('PATCH', '/products/{productId}/translations', {
      params: { productId },
      body,
    });
    return undefined;
  } catch (error) {
    if (error instanceof ApiRefusal) return error;
    return { code: 'offline', message: unanswered, issues: [] };
  }
}

/** The languages with how far each is; going to another with something unsaved asks first. */
function Languages({ page, form, onLanguage }: TranslationsScreenProps & { form: Form<Typed> }) {
  const t = useText();
  const confirm = useConfirm();
  const { locale: viewers } = useLayoutData();
  const go = async (index: number): Promise<void> => {
    const language = page.languages[index];
    if (!language || language.locale === page.locale) return;
    const mayLeave =
      !form.dirty ||
      (await confirm({
        title: t('common:leave.title'),
        body: t('common:leave.body'),
        action: t('common:leave.action'),
        cancel: t('common:leave.stay'),
      }));
    if (mayLeave) onLanguage(language.locale);
  };
  const present = page.languages.findIndex((language) => language.locale === page.locale);
  const { translated = 0, total = 0, outdated = 0, published = true } = page.languages[present] ?? {};
  return (
    <div className="souk-translation-languages">
      <Tabs
        tabs={page.languages.map((language) => ({
          id: language.locale,
          content: `${languageName(language.locale, viewers)} ${String(language.translated)}/${String(language.total)}`,
        }))}
        selected={Math.max(0, present)}
        onSelect={(index) => void go(index)}
      />
      <Text as="p" tone="subdued">
        {t('translations:progress.line', { translated, total })}
        {outdated > 0 ? ` ${t('translations:progress.outdated', { count: outdated })}` : ''}
        {published ? '' : ` ${t('translations:progress.unpublished')}`}
      </Text>
    </div>
  );
}

function FillAll({ form, texts }: { form: Form<Typed>; texts: readonly TranslatedText[] }) {
  const t = useText();
  const count = texts.filter(
    (text) => text.suggestion !== null && (form.values.texts[formatName(text)] ?? '') === '',
  ).length;
  if (count === 0) return null;
  return (
    <Banner>
      <InlineStack gap="300" blockAlign="center">
        <Text as="span">{t('translations:dictionary.found', { count })}</Text>
        <Button
          onClick={() => {
            form.change((now) => fillFromDictionary(texts, now));
          }}
        >
          {t('translations:dictionary.fill')}
        </Button>
      </InlineStack>
    </Banner>
  );
}

/** Sources that changed while somebody translated: what is new stands beside each text; saving goes on once they were looked at. */
function Stale(props: {
  changed: ReadonlyMap<string, string>;
  gone: readonly { name: string; source: string; value: string }[];
  texts: readonly TranslatedText[];
  onAccept: () => void;
}) {
  const t = useText();
  const { changed, gone, onAccept } = props;
  return (
    <Banner tone="warning" title={t('translations:stale.title')}>
      <BlockStack gap="200" inlineAlign="start">
        {changed.size > 0 ? <Text as="p">{t('translations:stale.body', { count: changed.size })}</Text> : null}
        {gone.map(({ name, source, value }) => (
          <Text as="p" key={name}>
            {t('translations:stale.gone', { source, value })}
          </Text>
        ))}
        <Button onClick={onAccept}>{t('translations:stale.accept')}</Button>
      </BlockStack>
    </Banner>
  );
}
