import { Badge, BlockStack, Button, Modal, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { EmptyBody, SectionCard } from '#app/ui/components/cards.tsx';
import { Metrics, Stack } from '#app/ui/components/layout.tsx';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen, When } from '#app/ui/time/when.tsx';
import { DoctorCard } from './doctor-card.tsx';
import { ReadSinceCard } from '#app/features/recovery/shared/read-since-card.tsx';
import type { RecoveryReadDto } from '#app/features/recovery/recovery.contract.ts';
import { HoldCard } from './hold-card.tsx';
import { PlatformCard } from './platform-card.tsx';
import type { HoldReason } from '#app/platform/hold/hold.ts';
import { exceptionKind } from '../system.ts';
import type { DeadLetterDto, ExceptionDto, PlatformProblemDto } from '../system.contract.ts';
import { useAction } from '#app/ui/page/use-act.ts';

export type DeliveriesScreenProps = {
  status: {
    waitingDeliveries: number;
    deadDeliveries: number;
    deadJobs: number;
    openExceptions: number;
    openRequests: number;
    lastDeliveryAt: string | null;
    failedMails: number;
    waitingMails: number;
    mailsFailingSince: string | null;
    hold: { since: string; reason: HoldReason } | null;
    platformProblems: readonly PlatformProblemDto[];
  };
  /** Whether the viewer may move money: only then what stands still is let go. */
  mayPayOut: boolean;
  read: RecoveryReadDto | null;
  deadLetters: readonly DeadLetterDto[];
  count: number;
  exceptions: readonly ExceptionDto[];
};

/** Whether everything arrived; what failed can be repeated or given up here. */
export function DeliveriesScreen({ status, read, deadLetters, count, exceptions, mayPayOut }: DeliveriesScreenProps) {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  return (
    <ScreenPage
      title={t('system:title')}
      subtitle={t('system:subtitle')}
      secondaryActions={[
        { label: t('system:privacy', { count: status.openRequests }), url: '/privacy' },
        { label: t('system:mails.open'), url: '/settings/notifications/suppressions' },
      ]}
    >
      <Stack>
        <Metrics
          metrics={[
            {
              id: 'waiting',
              label: t('system:waiting'),
              value: format.number(status.waitingDeliveries),
              note: status.lastDeliveryAt
                ? t('system:lastAt', { when: when(status.lastDeliveryAt) })
                : t('system:noneYet'),
            },
            { id: 'dead', label: t('system:dead.title'), value: format.number(count), note: t('system:dead.note') },
            {
              id: 'exceptions',
              label: t('system:exceptions.title'),
              value: format.number(status.openExceptions),
              note: t('system:exceptions.note'),
            },
            {
              id: 'mails',
              label: t('system:mails.label'),
              value: format.number(status.failedMails + status.waitingMails),
              note: status.mailsFailingSince
                ? t('system:mails.failing', { when: when(status.mailsFailingSince) })
                : status.failedMails > 0
                  ? t('system:mails.failed', { count: status.failedMails })
                  : t('system:mails.fine'),
            },
          ]}
        />
        <PlatformCard problems={status.platformProblems} />
        <HoldCard hold={status.hold} mayPayOut={mayPayOut} />
        <DoctorCard />
        <ReadSinceCard read={read} />
        <DeadLetters letters={deadLetters} />
        <Exceptions exceptions={exceptions} />
      </Stack>
    </ScreenPage>
  );
}

function DeadLetters({ letters }: { letters: readonly DeadLetterDto[] }) {
  const t = useText();
  const { busy, send } = useAction();
  const [discarding, setDiscarding] = useState<DeadLetterDto>();
  const repeatable = letters.filter((letter) => letter.canReplay);
  const replay = (ids: readonly string[]) => {
    send({ act: 'replay', ids }, t('system:dead.replayed', { count: ids.length }));
  };
  return (
    <SectionCard
      title={t('system:dead.title')}
      aside={
        repeatable.length > 1 ? (
          <Button
            loading={busy}
            onClick={() => {
              replay(repeatable.map((letter) => letter.id));
            }}
          >
            {t('system:dead.replayAll', { count: repeatable.length })}
          </Button>
        ) : undefined
      }
    >
      {letters.length === 0 ? (
        <EmptyBody title={t('system:dead.none')} body={t('system:dead.noneBody')} />
      ) : (
        <ul className="souk-system">
          {letters.map((letter) => (
            <li key={letter.id}>
              <BlockStack gap="100">
                <span className="souk-system-head">
                  <Text as="span" fontWeight="semibold">
                    {letter.name}
                  </Text>
                  <Badge>{t(`system:dead.kind.${letter.kind}`)}</Badge>
                  <When at={letter.at} />
                </span>
                <span>{t(`system:dead.why.${letter.reason}`, { fields: letter.fields.join(', ') })}</span>
                {letter.reason === 'failed' ? <span className="souk-note">{letter.error}</span> : null}
                <span className="souk-note">
                  {[
                    t('system:dead.tries', { count: letter.tries }),
                    ...letter.summary.map(({ field, value }) => `${field} ${value}`),
                  ].join(' · ')}
                </span>
                {letter.canReplay ? null : <span className="souk-note">{t('system:dead.erased')}</span>}
              </BlockStack>
              <span className="souk-row-actions">
                <Button
                  disabled={!letter.canReplay || busy}
                  accessibilityLabel={`${t('system:dead.replay')} ${letter.name} ${letter.id}`}
                  onClick={() => {
                    replay([letter.id]);
                  }}
                >
                  {t('system:dead.replay')}
                </Button>
                <Button
                  variant="tertiary"
                  disabled={busy}
                  accessibilityLabel={`${t('system:dead.discard')} ${letter.name} ${letter.id}`}
                  onClick={() => {
                    setDiscarding(letter);
                  }}
                >
                  {t('system:dead.discard')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {discarding ? (
        <DiscardDialog
          letter={discarding}
          onClose={() => {
            setDiscarding(undefined);
          }}
          onDiscard={(reason) => {
            send({ act: 'discard', ids: [discarding.id], reason }, t('system:dead.discarded'));
            setDiscarding(undefined);
          }}
        />
      ) : null}
    </SectionCard>
  );
}

const SHORTEST_REASON = 3;

function DiscardDialog(props: { letter: DeadLetterDto; onClose: () => void; onDiscard: (reason: string) => void }) {
  const t = useText();
  const [reason, setReason] = useState('');
  const [touched, setTouched] = useState(false);
  const short = reason.trim().length < SHORTEST_REASON;
  return (
    <Modal
      open
      title={t('system:dead.discardTitle', { name: props.letter.name })}
      onClose={props.onClose}
      primaryAction={{
        content: t('system:dead.discard'),
        destructive: true,
        onAction: () => {
          setTouched(true);
          if (!short) props.onDiscard(reason.trim());
        },
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: props.onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <Text as="p">{t('system:dead.discardBody')}</Text>
          <TextField
            autoComplete="off"
            name="reason"
            label={t('system:dead.reason')}
            value={reason}
            onChange={setReason}
            onBlur={() => {
              setTouched(true);
            }}
            error={touched && short ? t('system:dead.reasonShort') : false}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function Exceptions({ exceptions }: { exceptions: readonly ExceptionDto[] }) {
  const t = useText();
  const { busy, send } = useAction();
  return (
    <SectionCard title={t('system:exceptions.title')}>
      {exceptions.length === 0 ? (
        <EmptyBody title={t('system:exceptions.none')} body={t('system:exceptions.noneBody')} />
      ) : (
        <ul className="souk-system">
          {exceptions.map((one) => {
            const kind = exceptionKind(one.kind);
            return (
              <li key={one.id}>
                <BlockStack gap="100">
                  <span className="souk-system-head">
                    <Text as="span" fontWeight="semibold">
                      {t(`system:exceptions.kind.${kind}`)}
                    </Text>
                    <When at={one.foundAt} />
                  </span>
                  <span>{t(`system:exceptions.next.${kind}`)}</span>
                  <span className="souk-note">
                    {one.orderId ? (
                      <LayoutLink url={`/orders/${one.orderId}`}>{one.order ?? one.orderId}</LayoutLink>
                    ) : null}{' '}
                    {one.vendor ?? ''}
                  </span>
                </BlockStack>
                <span className="souk-row-actions">
                  <Button
                    disabled={busy}
                    accessibilityLabel={`${t('system:exceptions.resolve')} ${one.order ?? one.id}`}
                    onClick={() => {
                      send({ act: 'resolve', id: one.id, note: '' }, t('system:exceptions.resolved'));
                    }}
                  >
                    {t('system:exceptions.resolve')}
                  </Button>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </SectionCard>
  );
}
