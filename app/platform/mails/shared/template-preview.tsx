import { BlockStack, Box, Select, Text } from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#app/core/endpoint.ts';
import type { Locale } from '#app/core/viewer.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { hasRealPreview, isMailTemplate, PREVIEW_DATA, type PreviewData } from '../mail.ts';
import type { previewTemplateEndpoint } from '../templates.contract.ts';
import type { StoredTemplate, Wording } from './template-wording.ts';

type Preview = OutputOf<typeof previewTemplateEndpoint>;
/** `isMissing`: a real mail was asked for, and none can be shown. */
type Shown = { subject: string; html: string; problem: string | undefined; unknown: string[]; isMissing: boolean };
const PAUSE_MS = 400;

/** What the wording that stands in the fields looks like, a moment after the last key; a mistake is told and the last page stays. */
export function usePreview(
  stored: StoredTemplate,
  typed: Wording,
  { locale, data }: { locale: Locale; data: PreviewData },
): Shown {
  const t = useText();
  const [seen, setSeen] = useState<Preview & { data: PreviewData }>();
  const [problem, setProblem] = useState<string>();
  const { template, subject, htmlBody } = { ...stored, ...typed };
  const isStored = data === 'sample' && subject === stored.subject && htmlBody === stored.htmlBody;
  useEffect(() => {
    if (isStored) return;
    const stop = new AbortController();
    const wait = setTimeout(() => {
      const body = { subject, htmlBody, locale, data };
      callApi<typeof previewTemplateEndpoint>(
        'POST',
        '/notifications/templates/{template}/preview',
        { params: { template }, body },
        { signal: stop.signal },
      ).then(
        (next) => {
          setSeen({ ...next, data });
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
  }, [isStored, template, subject, htmlBody, locale, data, t]);
  const { preview, unknownVariables } = isStored || !seen ? stored : seen;
  return {
    ...preview,
    problem: isStored ? undefined : problem,
    unknown: unknownVariables,
    isMissing: !isStored && data === 'latest' && seen?.data === 'latest' && !seen.isReal,
  };
}

type Props = { stored: StoredTemplate; data: PreviewData; onData: (data: PreviewData) => void; preview: Shown };

/** The preview with its subject, and the choice of what fills it where a real mail may be shown. */
export function TemplatePreview({ stored, data, onData, preview }: Props) {
  const t = useText();
  const { template } = stored;
  const isMail = isMailTemplate(template);
  return (
    <SectionCard title={t('documents:editor.preview')} flush>
      <Box paddingInline="400" paddingBlockEnd="300">
        <BlockStack gap="200">
          {isMailTemplate(template) && hasRealPreview(template) ? (
            <Select
              label={t('mailSettings:editor.data')}
              options={PREVIEW_DATA.map((value) => ({ value, label: t(`mailSettings:editor.dataOf.${value}`) }))}
              value={data}
              onChange={(value) => {
                onData(value as PreviewData);
              }}
            />
          ) : null}
          {preview.isMissing ? (
            <Text as="p" tone="subdued">
              {t('mailSettings:editor.noLatest')}
            </Text>
          ) : null}
          {isMail ? (
            <Text as="p" fontWeight="semibold" breakWord>
              {preview.subject}
            </Text>
          ) : null}
        </BlockStack>
      </Box>
      <DocumentPreview
        html={preview.html}
        label={t(isMail ? 'mailSettings:editor.previewFrame' : 'documents:editor.previewFrame')}
      />
    </SectionCard>
  );
}

/**
 * A document or a mail in a frame that is nobody's: it runs no script and has no origin. The page's own rules hold inside too, and let
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
