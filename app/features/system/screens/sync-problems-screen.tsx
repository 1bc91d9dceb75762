import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Metrics, Stack } from '#app/ui/components/layout.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import { DifferencesCard } from './differences-card.tsx';
import { DoctorCard } from './doctor-card.tsx';
import { ReadSinceCard } from '#app/features/recovery/shared/read-since-card.tsx';
import type { RecoveryReadDto } from '#app/features/recovery/recovery.contract.ts';
import { HoldCard } from './hold-card.tsx';
import { PlatformCard } from './platform-card.tsx';
import { ProblemGroups } from './problem-groups.tsx';
import type { HoldReason } from '#app/platform/hold/hold.ts';
import type { DeadLetterDto, ExceptionDto, PlatformProblemDto } from '../system.contract.ts';

export type SyncProblemsScreenProps = {
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

/** What did not get through and what does not add up, by cause, with what it touches; then how the work behind stands. */
export function SyncProblemsScreen({
  status,
  read,
  deadLetters,
  count,
  exceptions,
  mayPayOut,
}: SyncProblemsScreenProps) {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  return (
    <ScreenPage
      title={t('shell:places.deliveries')}
      subtitle={t('system:problems.subtitle')}
      back={{ label: t('settings:title'), url: '/settings' }}
      secondaryActions={[
        { label: t('system:privacy', { count: status.openRequests }), url: '/privacy' },
        { label: t('system:mails.open'), url: '/settings/notifications/suppressions' },
      ]}
    >
      <Stack>
        {status.hold ? <HoldCard hold={status.hold} mayPayOut={mayPayOut} /> : null}
        <PlatformCard problems={status.platformProblems} />
        {deadLetters.length > 0 || exceptions.length === 0 ? (
          <ProblemGroups letters={deadLetters} count={count} />
        ) : null}
        {exceptions.length > 0 ? <DifferencesCard exceptions={exceptions} /> : null}
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
        {status.hold ? null : <HoldCard hold={null} mayPayOut={mayPayOut} />}
        <DoctorCard />
        <ReadSinceCard read={read} />
      </Stack>
    </ScreenPage>
  );
}
