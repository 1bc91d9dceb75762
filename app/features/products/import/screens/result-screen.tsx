import { Banner, BlockStack, Button, InlineStack, ProgressBar, Text } from '@shopify/polaris';
import { readBatchStatus } from '#app/features/batches/batch.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Metrics, Stack } from '#app/ui/components/layout.tsx';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useDownload } from '#app/ui/page/use-download.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { ImportDto } from '../product-import.contract.ts';
import { IssueList } from './issue-list.tsx';
import { UndoCard, UndoOffer } from './undo-card.tsx';
import { useStep } from './use-step.ts';
import './product-import.css';

/** How far an import came: what was created and updated, and what failed with its reasons, to download and to try again. */
export function ResultScreen({ found }: { found: ImportDto }) {
  const t = useText();
  const format = useFormat();
  useLiveRefresh(found.state === 'running' || found.state === 'undoing');
  const { failed, undo } = found;
  const figures = [
    ...(['created', 'updated', 'unchanged'] as const).map((id) => ({ id, value: found[id] })),
    { id: 'failed' as const, value: failed },
    { id: 'refused' as const, value: found.refusedRows },
  ];
  return (
    <ScreenPage
      title={t('productImport:result.title', { filename: found.filename })}
      back={{ label: t('productImport:title'), url: '/products/import' }}
      primaryAction={{ label: t('productImport:result.products'), url: '/products' }}
      secondaryActions={[{ label: t('productImport:result.again'), url: '/products/import' }]}
      kind="form"
    >
      <Stack>
        {undo ? <UndoCard found={found} undo={undo} /> : <Progress found={found} />}
        {undo ? (
          <Text as="h2" variant="headingMd">
            {t('productImport:undo.imported')}
          </Text>
        ) : null}
        <Metrics
          metrics={figures.map(({ id, value }) => ({
            id,
            label: t(`productImport:result.${id}`),
            value: format.number(value),
          }))}
        />
        {['done', 'stopped'].includes(found.state) && found.failedRows > 0 ? (
          <Mend found={found} failed={failed} />
        ) : null}
        {found.failures.length > 0 ? <Failures found={found} failed={failed} /> : null}
        {found.undoUntil === null ? null : <UndoOffer found={found} until={found.undoUntil} />}
        {found.issues.length > 0 ? (
          <SectionCard title={t('productImport:result.issues')}>
            <IssueList issues={found.issues} />
          </SectionCard>
        ) : null}
      </Stack>
    </ScreenPage>
  );
}

function Progress({ found }: { found: ImportDto }) {
  const t = useText();
  const format = useFormat();
  const { busy, send } = useStep(found.id);
  const { batch, state, failedRows, stopped } = found;
  if (state === 'stopped') {
    return (
      <Banner
        tone="warning"
        title={t('productImport:result.stopped', { count: stopped, products: format.number(stopped) })}
      >
        <Button loading={busy} onClick={() => void send('retry')}>
          {t('productImport:result.continue')}
        </Button>
      </Banner>
    );
  }
  if (state === 'done') {
    const isWhole = failedRows === 0;
    return (
      <Banner
        tone={isWhole ? 'success' : 'warning'}
        title={t(isWhole ? 'productImport:result.done' : 'productImport:result.partly')}
      />
    );
  }
  const { done = 0, failed = 0, total = 0 } = batch ?? {};
  const status = batch ? readBatchStatus(batch) : 'running';
  return (
    <Banner
      tone="info"
      title={t('productImport:result.progress', { done: format.number(done + failed), total: format.number(total) })}
    >
      <BlockStack gap="200">
        <p id="import-progress">{t(`productImport:result.${status === 'trouble' ? 'trouble' : 'running'}`)}</p>
        <ProgressBar
          progress={Math.floor(((done + failed) / Math.max(1, total)) * 100)}
          size="small"
          ariaLabelledBy="import-progress"
        />
        <InlineStack>
          <Button loading={busy || stopped > 0} onClick={() => void send('stop')}>
            {t('productImport:result.stop')}
          </Button>
        </InlineStack>
      </BlockStack>
    </Banner>
  );
}

/** The ways on from what failed: its rows as a file to correct, and another try. */
function Mend({ found, failed }: { found: ImportDto; failed: number }) {
  const t = useText();
  const download = useDownload();
  const { busy, send } = useStep(found.id);
  return (
    <div className="product-import-actions">
      <InlineStack gap="200">
        <Button
          onClick={() => {
            download(`/products/import/${found.id}/failed.csv`, 'products-to-mend.csv');
          }}
        >
          {t('productImport:result.download')}
        </Button>
        {failed > 0 ? (
          <Button onClick={() => void send('retry')} loading={busy}>
            {t('productImport:result.retry')}
          </Button>
        ) : null}
      </InlineStack>
    </div>
  );
}

function Failures({ found, failed }: { found: ImportDto; failed: number }) {
  const t = useText();
  return (
    <SectionCard title={t('productImport:result.failures')}>
      <ul className="product-import-issues">
        {found.failures.map(({ title, lines, issues = [], ...refusal }) => (
          <li key={lines}>
            <Text as="span" fontWeight="semibold">
              {title}
            </Text>{' '}
            <span className="product-import-lines">
              {t('productImport:check.lines', { count: /[-,]/.test(lines) ? 2 : 1, lines })}
            </span>{' '}
            {issues.length > 0 ? issues.map((issue) => issueText(t, issue)).join('; ') : refusalText(t, refusal)}
          </li>
        ))}
      </ul>
      {failed > found.failures.length ? <Text as="p">{t('productImport:result.more')}</Text> : null}
    </SectionCard>
  );
}
