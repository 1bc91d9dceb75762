import { BlockStack, ProgressBar, Text } from '@shopify/polaris';
import { useId } from 'react';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { RunDto } from '../reconciliation.contract.ts';

const PROVIDERS = ['stripe', 'paypal'] as const;
const WHYS = ['not_connected', 'key', 'expired', 'not_granted', 'busy', 'lost'] as const;

type Counts = { open: number; set_aside: number };

/** How the newest comparison stands: how far it is, or what it came to and when. */
export function RunCard({ run, counts }: { run: RunDto | null; counts: Counts }) {
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
            <Outcome run={run} counts={counts} />
          )}
        </BlockStack>
      </div>
    </SectionCard>
  );
}

function Progress({ run: { checked, total } }: { run: RunDto }) {
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

function Outcome({ run, counts }: { run: RunDto; counts: Counts }) {
  const t = useText();
  if (run.state === 'stopped') return <p>{t('reconciliation:run.stopped')}</p>;
  return (
    <>
      <Text as="p" fontWeight="semibold">
        {sayOutcome(t, counts, run.skipped.length === 0)}
      </Text>
      <p className="souk-note">
        {t('reconciliation:run.covers', { count: run.checked })} <When at={run.finishedAt ?? run.startedAt} />
      </p>
      {run.skipped.map(({ source, reason }) => (
        <p key={source}>{saySkipped(t, source, reason)}</p>
      ))}
    </>
  );
}

/** That the list of a provider could not be looked at, and why. */
function saySkipped(t: Translate, source: string, reason: string): string {
  const provider = PROVIDERS.find((one) => one === source);
  const why = WHYS.find((one) => one === reason) ?? 'other';
  return t('reconciliation:skipped.says', {
    provider: provider ? t(`money:method.${provider}`) : source,
    why: t(`reconciliation:skipped.${why}`),
  });
}

/** That every cent is accounted for is said only where nothing is set aside either. */
function sayOutcome(t: Translate, { open, set_aside: setAside }: Counts, isWhole: boolean): string {
  if (open > 0) return t('reconciliation:run.open', { count: open });
  return setAside > 0 || !isWhole ? t('reconciliation:run.looked') : t('reconciliation:run.good');
}
