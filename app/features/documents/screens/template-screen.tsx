import { Banner, BlockStack, Button, InlineStack, Select, SkeletonBodyText, Text, TextField } from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#app/core/endpoint.ts';
import { LOCALES, type Locale } from '#app/core/viewer.ts';
import type { DocumentTemplateName } from '#app/features/mails/documents.ts';
import { previewTemplate, readTemplate, saveTemplate } from '#app/features/mails/templates.contract.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useToast } from '#app/ui/page/toast.tsx';
import { ErrorCard, SectionCard } from '#app/ui/components/cards.tsx';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import './documents.css';

type Template = OutputOf<typeof readTemplate>;
type Preview = OutputOf<typeof previewTemplate>;
const PAUSE_MS = 400;

/** The template of one kind of document: its wording beside what it looks like, and the way back to the default. */
export function TemplateScreen({ template }: { template: DocumentTemplateName }) {
  const t = useText();
  const { locale: own } = useLayoutData();
  const [locale, setLocale] = useState<Locale>(own);
  const found = useData(['template', template, locale], () =>
    callApi(readTemplate, { params: { template }, query: { locale } }),
  );
  return (
    <ScreenPage
      title={t(`documents:kind.${template}`)}
      back={{ label: t('documents:title'), url: '/orders/documents' }}
      width="full"
    >
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
            key={`${locale}|${found.data.htmlBody}|${found.data.subject}`}
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

function Editor({ stored, locale, onSaved }: { stored: Template; locale: Locale; onSaved: (saved: Template) => void }) {
  const t = useText();
  const toast = useToast();
  const confirm = useConfirm();
  const [typed, setTyped] = useState({ subject: stored.subject, htmlBody: stored.htmlBody });
  const [saving, setSaving] = useState(false);
  const { shown, problem, unknown } = usePreview(stored, typed, locale);
  const save = async (wording: { subject: string; htmlBody: string }, done: string): Promise<void> => {
    setSaving(true);
    try {
      const { template, defaultHtml } = stored;
      const body = { ...wording, defaultHtml, locale };
      onSaved(await callApi(saveTemplate, { params: { template }, body }));
      toast(done);
    } catch (error) {
      const refused = error instanceof ApiRefusal ? error : undefined;
      toast(refused ? refusalText(t, refused) : t('documents:print.failed'), { isError: true });
    } finally {
      setSaving(false);
    }
  };
  const reset = async (): Promise<void> => {
    const question = {
      title: t('documents:editor.resetTitle'),
      body: t('documents:editor.resetBody'),
      action: t('documents:editor.reset'),
    };
    if (await confirm(question)) await save({ subject: '', htmlBody: '' }, t('documents:editor.resetDone'));
  };
  const isChanged = typed.subject !== stored.subject || typed.htmlBody !== stored.htmlBody;
  return (
    <div className="souk-template">
      <SectionCard title={t('documents:editor.html')}>
        <BlockStack gap="300">
          <Text as="p" tone="subdued">
            {stored.isEdited ? t('documents:editor.edited') : t('documents:editor.standard')}
          </Text>
          {unknown.length > 0 ? (
            <Banner tone="warning">{t('documents:editor.unknown', { names: unknown.join(', ') })}</Banner>
          ) : null}
          <TextField
            label={t('documents:editor.subject')}
            helpText={t('documents:editor.subjectHelp')}
            value={typed.subject}
            onChange={(subject) => {
              setTyped((now) => ({ ...now, subject }));
            }}
            autoComplete="off"
            maxLength={250}
          />
          <TextField
            label={t('documents:editor.html')}
            helpText={t('documents:editor.htmlHelp', {
              output: '{{ params.number }}',
              condition: '{% if %}',
              loop: '{% for %}',
            })}
            value={typed.htmlBody}
            onChange={(htmlBody) => {
              setTyped((now) => ({ ...now, htmlBody }));
            }}
            autoComplete="off"
            multiline={14}
            maxHeight="480px"
            monospaced
            error={problem ?? false}
          />
          <InlineStack gap="200" align="end">
            {stored.isEdited ? (
              <Button
                tone="critical"
                disabled={saving}
                onClick={() => {
                  void reset();
                }}
              >
                {t('documents:editor.reset')}
              </Button>
            ) : null}
            <Button
              variant="primary"
              disabled={!isChanged}
              loading={saving}
              onClick={() => {
                void save(typed, t('documents:editor.saved'));
              }}
            >
              {t('documents:editor.save')}
            </Button>
          </InlineStack>
          <Text as="h3" variant="headingXs">
            {t('documents:editor.variables')}
          </Text>
          <p className="souk-template-names">
            {stored.variables.map(({ name }) => (
              <code key={name}>{`params.${name}`}</code>
            ))}
          </p>
        </BlockStack>
      </SectionCard>
      <SectionCard title={t('documents:editor.preview')} flush>
        <DocumentPreview html={shown} label={t('documents:editor.previewFrame')} />
      </SectionCard>
    </div>
  );
}

/** What the wording that stands in the fields looks like, a moment after the last key; a mistake is told and the last page stays. */
function usePreview(stored: Template, typed: { subject: string; htmlBody: string }, locale: Locale) {
  const t = useText();
  const [seen, setSeen] = useState<Preview>();
  const [problem, setProblem] = useState<string>();
  const { template, subject, htmlBody } = { ...stored, ...typed };
  const isStored = subject === stored.subject && htmlBody === stored.htmlBody;
  useEffect(() => {
    if (isStored) return;
    const stop = new AbortController();
    const wait = setTimeout(() => {
      const body = { subject, htmlBody, locale };
      callApi(previewTemplate, { params: { template }, body }, { signal: stop.signal }).then(
        (next) => {
          setSeen(next);
          setProblem(undefined);
        },
        (error: unknown) => {
          if (stop.signal.aborted || !(error instanceof ApiRefusal)) return;
          const [issue] = error.issues;
          setProblem(issue ? issueText(t, issue) : refusalText(t, error));
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [isStored, template, subject, htmlBody, locale, t]);
  const { preview, unknownVariables } = isStored || !seen ? stored : seen;
  return { shown: preview.html, problem: isStored ? undefined : problem, unknown: unknownVariables };
}

/**
 * A document in a frame that is nobody's: it runs no script and has no origin. The page's own rules hold inside too, and let
 * only styles through that carry the page's mark.
 */
function DocumentPreview({ html, label }: { html: string; label: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const nonce = document.querySelector<HTMLElement>('style[nonce], script[nonce]')?.nonce ?? '';
    if (frame.current) frame.current.srcdoc = html.replaceAll('<style', `<style nonce="${nonce}"`);
  }, [html]);
  return <iframe ref={frame} className="souk-paper" title={label} sandbox="" />;
}
