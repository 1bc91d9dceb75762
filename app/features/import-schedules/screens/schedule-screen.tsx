import { Banner, BlockStack, Button, Link, Text } from '@shopify/polaris';
import { describeResult } from '#app/features/products/import/shared/describe-result.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { issueText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { useNavigate } from '#app/ui/router.ts';
import { useFormat, useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { ImportScheduleDto, SchedulesDto } from '../import-schedules.contract.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleState } from './schedule-state.tsx';

export type ScheduleScreenProps = Omit<SchedulesDto, 'schedules'> & { schedule: ImportScheduleDto };

/** One scheduled import: how it stands, what its newest run did, and where the file is. */
export function ScheduleScreen({ schedule, templates, isMarketplace, canEdit }: ScheduleScreenProps) {
  const t = useText();
  const actions = useScheduleActions(schedule);
  const { lastImport } = schedule;
  useLiveRefresh(schedule.isRunning || lastImport?.state === 'running');
  return (
    <ScreenPage
      title={schedule.name}
      badges={<ScheduleState schedule={schedule} />}
      back={{ label: t('settings:row.imports.name'), url: '/settings/imports' }}
      secondaryActions={canEdit ? actions : []}
      kind="form"
    >
      <Stack>
        <ScheduleProblem schedule={schedule} canEdit={canEdit} />
        <ResultCard schedule={schedule} />
        {canEdit ? (
          <SectionCard title={t('importSchedules:form.title')}>
            <ScheduleForm
              key={schedule.address}
              schedule={schedule}
              templates={templates}
              isMarketplace={isMarketplace}
            />
          </SectionCard>
        ) : null}
      </Stack>
    </ScreenPage>
  );
}

/** Why nothing is imported, since when, and what can be done. */
function ScheduleProblem({ schedule, canEdit }: { schedule: ImportScheduleDto; canEdit: boolean }) {
  const t = useText();
  const when = useWhen();
  const { send, busy } = useAction();
  const { problem, issue, failingSince, state } = schedule;
  if (problem === null) return null;
  return (
    <Banner tone={state === 'off' ? 'critical' : 'warning'} title={t(`importSchedules:problem.${problem}`)}>
      <BlockStack gap="200" inlineAlign="start">
        {issue ? <p>{issueText(t, issue)}</p> : null}
        {failingSince === null ? null : (
          <p>
            {t(state === 'off' ? 'importSchedules:offSince' : 'importSchedules:failing', { when: when(failingSince) })}
          </p>
        )}
        {problem === 'host_key' && canEdit ? (
          <Button
            loading={busy}
            onClick={() => {
              send({ intent: 'turn', state: 'on', trustsServer: true }, t('importSchedules:turned.on'));
            }}
          >
            {t('importSchedules:trust')}
          </Button>
        ) : null}
      </BlockStack>
    </Banner>
  );
}

function ResultCard({ schedule }: { schedule: ImportScheduleDto }) {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const toPath = useLayoutPath();
  const { lastImport, lastRunAt, nextRunAt, frequency, hostKey } = schedule;
  return (
    <SectionCard title={t('importSchedules:result.title')}>
      <BlockStack gap="200">
        {lastImport ? (
          <Text as="p">
            <Link url={toPath(`/products/import/${lastImport.id}`)}>{lastImport.filename}</Link>
            {` · ${describeResult(t, format, lastImport)}`}
          </Text>
        ) : (
          <Text as="p">{t('importSchedules:result.none')}</Text>
        )}
        <Text as="p" tone="subdued">
          {[
            t(`importSchedules:frequency.${frequency}`),
            ...(lastRunAt === null ? [] : [t('importSchedules:last', { when: when(lastRunAt) })]),
            ...(nextRunAt === null ? [] : [t('importSchedules:next', { when: when(nextRunAt) })]),
          ].join(' · ')}
        </Text>
        <Text as="p" tone="subdued">
          {t('importSchedules:result.same')}
        </Text>
        {hostKey === null ? null : (
          <Text as="p" tone="subdued" breakWord>
            {t('importSchedules:result.hostKey', { key: hostKey })}
          </Text>
        )}
      </BlockStack>
    </SectionCard>
  );
}

function useScheduleActions({ state, name }: ImportScheduleDto) {
  const t = useText();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const toPath = useLayoutPath();
  const { send, busy } = useAction();
  const turned = state === 'on' ? 'off' : 'on';
  const remove = async (): Promise<void> => {
    const question = {
      title: t('importSchedules:remove.ask', { name }),
      body: t('importSchedules:remove.body'),
      action: t('importSchedules:remove.action'),
      destructive: true,
    };
    if (!(await confirm(question))) return;
    send({ intent: 'delete' }, t('importSchedules:remove.done'), undefined, {
      onDone: () => {
        navigate(toPath('/settings/imports'));
      },
    });
  };
  return [
    ...(state === 'on'
      ? [
          {
            label: t('importSchedules:run.action'),
            loading: busy,
            onAction: () => {
              send({ intent: 'run' }, t('importSchedules:run.started'));
            },
          },
        ]
      : []),
    {
      label: t(`importSchedules:turn.${turned}`),
      loading: busy,
      onAction: () => {
        send({ intent: 'turn', state: turned }, t(`importSchedules:turned.${turned}`));
      },
    },
    { label: t('importSchedules:remove.action'), destructive: true, onAction: () => void remove() },
  ];
}
