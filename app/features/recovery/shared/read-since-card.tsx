import { BlockStack, Button, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import { COUNTED } from '../recovery-read.ts';
import type { RecoveryReadDto } from '../recovery.contract.ts';

/** Reads everything that changed outside since a moment, and what the newest read brought. */
export function ReadSinceCard({ read }: { read: RecoveryReadDto | null }) {
  const t = useText();
  const { busy, send } = useAction();
  const [since, setSince] = useState('');
  const moment = new Date(since);
  const isMoment = !Number.isNaN(moment.getTime());
  return (
    <SectionCard title={t('system:read.title')}>
      <BlockStack gap="300">
        <Text as="p">{t('system:read.body')}</Text>
        <TextField
          autoComplete="off"
          type="datetime-local"
          name="since"
          label={t('system:read.since')}
          helpText={t('system:read.sinceHelp')}
          value={since}
          onChange={setSince}
        />
        <span className="souk-row-actions">
          <Button
            disabled={busy || !isMoment || read?.state === 'running'}
            onClick={() => {
              send({ act: 'read', since: moment.toISOString() }, t('system:read.started'));
            }}
          >
            {t('system:read.start')}
          </Button>
        </span>
        {read ? <ReadResult read={read} /> : null}
      </BlockStack>
    </SectionCard>
  );
}

function ReadResult({ read }: { read: RecoveryReadDto }) {
  const t = useText();
  const when = useWhen();
  const { counts, skipped, unknownLabels, lost } = read;
  return (
    <BlockStack gap="100">
      <Text as="p" fontWeight="semibold">
        {t(`system:read.state.${read.state}`, {
          since: when(read.since, 'exact'),
          phase: t(`system:read.phase.${read.phase}`),
        })}
      </Text>
      <ul className="souk-plain">
        {COUNTED.map((kind) => (
          <li key={kind}>{t(`system:read.count.${kind}`, { count: counts[kind] })}</li>
        ))}
        {skipped.map(({ phase, reason }) => (
          <li key={phase}>
            {t('system:read.skipped', {
              phase: t(`system:read.phase.${phase}`),
              reason: t(`system:read.reason.${reason}`),
            })}
          </li>
        ))}
        {unknownLabels.map(({ transactionId, tracking, orderId }) => (
          <li key={transactionId}>
            {t('system:read.label', { tracking: tracking === '' ? transactionId : tracking })}{' '}
            {orderId ? <LayoutLink url={`/orders/${orderId}`}>{orderId}</LayoutLink> : null}
          </li>
        ))}
      </ul>
      <Text as="p">
        {t('system:read.lost', { kinds: lost.map((kind) => t(`system:read.kind.${kind}`)).join(', ') })}
      </Text>
    </BlockStack>
  );
}
