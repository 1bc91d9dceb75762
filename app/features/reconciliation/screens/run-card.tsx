import { BlockStack, ProgressBar, Text } from '@shopify/polaris';
import { useId } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { RunWire } from '../reconciliation.contract.ts';

/** How the newest comparison stands: how far it is, or what it came to and when. */
export function RunCard({ run, open }: { run: RunWire | null; open: number }) {
  const t = useText();
  return (
    <SectionCard title={t('reconciliation:run.title')}>
      <div role="status">
        <BlockStack gap="200">
          {run === null ? (
            <>
              <Text as="p" fontWeight="semibold">
                {t('reconciliation:run.never')}
              </Text>
              <p className="souk-note">{t('reconciliation:run.neverBody')}</p>
            </>
          ) : run.state === 'running' ? (
            <Progress run={run} />
          ) : (
            <Outcome run={run} open={open} />
          )}
        </BlockStack>
      </div>
    </SectionCard>
  );
}

function Progress({ run: { checked, total } }: { run: RunWire }) {
  const t = useText();
  const format = useFormat();
  const id = useId();
  if (total === null) return <p>{t('reconciliation:run.counting')}</p>;
  return (
    <>
      <ProgressBar progress={Math.floor((checked / Math.max(1, total)) * 100)} size="small" ariaLabelledBy={id} />
      <p id={id}>{t('reconciliation:run.running', { done: format.number(checked), total: format.number(total) })}</p>
    </>
  );
}

function Outcome({ run, open }: { run: RunWire; open: number }) {
  const t = useText();
  if (run.state === 'stopped') return <p>{t('reconciliation:run.stopped')}</p>;
  return (
    <>
      <Text as="p" fontWeight="semibold">
        {open === 0 ? t('reconciliation:run.good') : t('reconciliation:run.open', { count: open })}
      </Text>
      <p className="souk-note">
        {t('reconciliation:run.covers', { count: run.checked })} <When at={run.finishedAt ?? run.startedAt} />
      </p>
    </>
  );
}
