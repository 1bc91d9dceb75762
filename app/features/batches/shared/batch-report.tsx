import { Banner, BlockStack, Button, InlineStack, ProgressBar } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { readBatchStatus } from '../batch.ts';
import type { AnyBatchDto, RefusalDto } from '../batches.contract.ts';
import './batches.css';

/** Refused items that are named; the others are counted. */
const NAMED = 10;

type Figures = { done: string; total: string };
/** What a kind of batch says of itself; numbers come as the viewer's language writes them. */
export type BatchTexts = {
  title: (figures: Figures) => string;
  describeStatus: (how: ReturnType<typeof readBatchStatus>, figures: Figures) => string;
  /** What stands over the refused ones. */
  failed: (count: number) => string;
};
type Failure = RefusalDto & { key: string; name: string; url: string };
export type BatchReportProps = {
  batch: AnyBatchDto;
  failures: readonly Failure[];
  texts: BatchTexts;
  /** Whether the viewer may try again and put away. */
  mayAct: boolean;
  /** Does both; by default the screen's route takes them: PUT and DELETE with the batch's id. */
  acts?: { retry: () => void; dismiss: () => void };
  /** What can be done with what was done. */
  action?: ReactNode;
};

/** How far work on many things at once came, what was refused and why, and the ways on for who may act. */
export function BatchReport({ batch, failures, texts, mayAct: canRun, acts: actions, action }: BatchReportProps) {
  const t = useText();
  const format = useFormat();
  const run = { ...useBatchActions(batch.id), ...actions };
  const documentStatus = readBatchStatus(batch);
  const figures = { done: format.number(batch.done), total: format.number(batch.total) };
  const hasWarning = documentStatus === 'trouble' || (documentStatus === 'done' && batch.failed > 0);
  const tone = hasWarning ? 'warning' : documentStatus === 'running' ? 'info' : 'success';
  const id = `batch-${batch.id}`;
  return (
    <Banner
      tone={tone}
      title={texts.title(figures)}
      {...(canRun && documentStatus === 'done' ? { onDismiss: run.dismiss } : {})}
    >
      <BlockStack gap="200">
        {documentStatus === 'done' ? null : (
          <ProgressBar
            progress={Math.floor(((batch.done + batch.failed) / Math.max(1, batch.total)) * 100)}
            size="small"
            ariaLabelledBy={id}
          />
        )}
        <p id={id}>{texts.describeStatus(documentStatus, figures)}</p>
        {action ? <InlineStack>{action}</InlineStack> : null}
        {batch.failed > 0 ? <Failures failures={failures} title={texts.failed(batch.failed)} /> : null}
        {canRun && batch.failed > 0 && documentStatus === 'done' ? (
          <InlineStack>
            <Button onClick={run.retry} loading={run.isRetrying}>
              {t('batch.retry', { count: batch.failed })}
            </Button>
          </InlineStack>
        ) : null}
      </BlockStack>
    </Banner>
  );
}

function Failures({ failures, title }: { failures: readonly Failure[]; title: string }) {
  const t = useText();
  const rest = failures.length - NAMED;
  return (
    <>
      <p>{title}</p>
      <ul className="souk-batch-failures">
        {failures.slice(0, NAMED).map((failure) => (
          <li key={failure.key}>
            <LayoutLink url={failure.url}>{failure.name}</LayoutLink>: {refusalText(t, failure)}
          </li>
        ))}
      </ul>
      {rest > 0 ? <p>{t('batch.more', { count: rest })}</p> : null}
    </>
  );
}

function useBatchActions(batchId: string) {
  const { busy, send } = useAction();
  const sendBy = (method: 'put' | 'delete') => () => {
    send({ batchId }, null, undefined, { method });
  };
  return { retry: sendBy('put'), dismiss: sendBy('delete'), isRetrying: busy };
}
