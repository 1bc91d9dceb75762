import {
  Banner,
  BlockStack,
  Button,
  Checkbox,
  InlineStack,
  Select,
  SkeletonBodyText,
  Text,
  TextField,
} from '@shopify/polaris';
import { useState } from 'react';
import { LOCALES, type Locale } from '#app/core/viewer.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useToast } from '#app/ui/page/toast.tsx';
import { ErrorCard, SectionCard } from '#app/ui/components/cards.tsx';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import type { readTemplateEndpoint, saveTemplateEndpoint, TemplateName } from '../templates.contract.ts';
import type { PreviewData } from '../mail.ts';
import { useTemplateBody } from './template-body.tsx';
import { TemplatePreview, usePreview } from './template-preview.tsx';
import { wrapSource } from './template-source.ts';
import { TemplateVariables } from './template-variables.tsx';
import type { StoredTemplate, Wording } from './template-wording.ts';
import { TestMailCard } from './test-mail-card.tsx';
import './template-editor.css';

type Props = { template: TemplateName; title: string; back: { label: string; url: string } };

/** The template of a mail or a document: its wording beside what it looks like, a test, and the way back to the default. */
export function TemplateEditor({ template, title, back }: Props) {
  const t = useText();
  const { locale: own } = useLayoutData();
  const [locale, setLocale] = useState<Locale>(own);
  const found = useData(['template', template, locale], () =>
    callApi<typeof readTemplateEndpoint>('GET', '/notifications/templates/{template}', {
      params: { template },
      query: { locale },
    }),
  );
  return (
    <ScreenPage title={title} back={back} kind="split">
      <BlockStack gap="400">
        <Select
          label={t('documents:editor.locale')}
          options={LOCALES.map((value) => ({ value, label: t(`shell:language.${value}`) }))}
          value={locale}
          onChange={(value) => {
            setLocale(value as Locale);
          }}
        />
        {found.data ? (
          <Editor
            // What was typed is of one language's default; saving begins anew over what was saved.
            key={`${locale}|${found.data.htmlBody}|${found.data.subject}|${String(found.data.isOnlyLocale)}`}
            stored={found.data}
            locale={locale}
            onSaved={(saved) => {
              void found.mutate(saved, { revalidate: false });
            }}
          />
        ) : found.error ? (
          <ErrorCard
            title={t('documents:editor.failed')}
            body=""
            onRetry={() => {
              void found.mutate();
            }}
            retrying={found.isValidating}
          />
        ) : (
          <div role="status" aria-busy="true" aria-label={t('documents:editor.loading')}>
            <SkeletonBodyText lines={10} />
          </div>
        )}
      </BlockStack>
    </ScreenPage>
  );
}

type EditorProps = { stored: StoredTemplate; locale: Locale; onSaved: (saved: StoredTemplate) => void };

function Editor({ stored, locale, onSaved }: EditorProps) {
  const t = useText();
  const isDocument = stored.to === 'document';
  const wrapped = wrapSource(stored.htmlBody);
  const [shown, setShown] = useState<Wording>({ subject: stored.subject, htmlBody: wrapped });
  // Line breaks of our own are no change of the template.
  const typed = shown.htmlBody === wrapped ? { ...shown, htmlBody: stored.htmlBody } : shown;
  const [data, setData] = useState<PreviewData>('sample');
  const preview = usePreview(stored, typed, { locale, data });
  const form = useSaving({ stored, typed, locale, onSaved });
  const body = useTemplateBody({
    isDocument,
    value: shown.htmlBody,
    onChange: (htmlBody) => {
      setShown((now) => ({ ...now, htmlBody }));
    },
    problem: preview.problem,
  });
  return (
    <div className="souk-template">
      <SectionCard title={t('documents:editor.html')}>
        <BlockStack gap="300">
          <Text as="p" tone="subdued">
            {t(`mailSettings:editor.${toStatus(stored)}`, { language: t(`shell:language.${locale}`) })}
          </Text>
          {preview.unknown.length > 0 ? (
            <Banner tone="warning">{t('documents:editor.unknown', { names: preview.unknown.join(', ') })}</Banner>
          ) : null}
          <TextField
            label={t(isDocument ? 'documents:editor.subject' : 'mailSettings:editor.subject')}
            helpText={isDocument ? t('documents:editor.subjectHelp') : undefined}
            value={shown.subject}
            onChange={(subject) => {
              setShown((now) => ({ ...now, subject }));
            }}
            autoComplete="off"
            maxLength={250}
          />
          {body.field}
          {stored.delayInHours === null ? null : (
            <TextField
              label={t('mailSettings:editor.delay')}
              type="number"
              min={1}
              max={8760}
              value={form.delay}
              onChange={form.setDelay}
              autoComplete="off"
            />
          )}
          <Checkbox
            label={t('mailSettings:editor.onlyLocale', { language: t(`shell:language.${locale}`) })}
            checked={form.onlyLocale}
            onChange={form.setOnlyLocale}
          />
          <InlineStack gap="200" align="end">
            {stored.isEdited ? (
              <Button tone="critical" disabled={form.saving} onClick={() => void form.reset()}>
                {t('documents:editor.reset')}
              </Button>
            ) : null}
            <Button variant="primary" disabled={!form.isChanged} loading={form.saving} onClick={() => void form.save()}>
              {t('documents:editor.save')}
            </Button>
          </InlineStack>
          <TemplateVariables variables={stored.variables} onInsert={body.insert} />
        </BlockStack>
      </SectionCard>
      <BlockStack gap="400">
        <TemplatePreview stored={stored} data={data} onData={setData} preview={preview} />
        <TestMailCard template={stored.template} locale={locale} isUnsaved={form.isChanged} />
      </BlockStack>
    </div>
  );
}

/** Whether the default is in use, or a wording of the store's own for one language or all. */
function toStatus({ isEdited, isOnlyLocale }: StoredTemplate): 'standard' | 'editedOne' | 'edited' {
  if (!isEdited) return 'standard';
  return isOnlyLocale ? 'editedOne' : 'edited';
}

type SavingProps = EditorProps & { typed: Wording };

/** What is sent when the template is saved, and the way back to the default. */
function useSaving({ stored, typed, locale, onSaved }: SavingProps) {
  const t = useText();
  const toast = useToast();
  const confirm = useConfirm();
  const [saving, setSaving] = useState(false);
  const [onlyLocale, setOnlyLocale] = useState(stored.isOnlyLocale);
  const [delay, setDelay] = useState(stored.delayInHours === null ? '' : String(stored.delayInHours));
  const delayInHours = stored.delayInHours === null ? null : Number(delay);
  const isChanged =
    typed.subject !== stored.subject ||
    typed.htmlBody !== stored.htmlBody ||
    delayInHours !== stored.delayInHours ||
    (stored.isEdited && onlyLocale !== stored.isOnlyLocale);
  const send = async (wording: Wording, done: string): Promise<void> => {
    setSaving(true);
    try {
      const { template, defaultHtml } = stored;
      const body = { ...wording, defaultHtml, locale, onlyLocale, ...(delayInHours === null ? {} : { delayInHours }) };
      onSaved(
        await callApi<typeof saveTemplateEndpoint>('PUT', '/notifications/templates/{template}', {
          params: { template },
          body,
        }),
      );
      toast(done);
    } catch (error) {
      const refused = error instanceof ApiRefusal ? error : undefined;
      toast(refused ? refusalText(t, refused) : t('documents:print.failed'), { isError: true });
    } finally {
      setSaving(false);
    }
  };
  return {
    saving,
    isChanged,
    delay,
    setDelay,
    onlyLocale,
    setOnlyLocale,
    save: () => send(typed, t('documents:editor.saved')),
    reset: async (): Promise<void> => {
      const question = {
        title: t('documents:editor.resetTitle'),
        body: t('mailSettings:editor.resetBody'),
        action: t('documents:editor.reset'),
      };
      if (await confirm(question)) await send({ subject: '', htmlBody: '' }, t('documents:editor.resetDone'));
    },
  };
}
