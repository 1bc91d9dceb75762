import { Badge } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { ImportScheduleDto } from '../import-schedules.contract.ts';

/** Whether a file is imported by itself: on, on and failing, or off. */
export function ScheduleState({ schedule }: { schedule: Pick<ImportScheduleDto, 'state' | 'problem' | 'isRunning'> }) {
  const t = useText();
  const { state, problem, isRunning } = schedule;
  if (state === 'off') {
    return <Badge {...(problem === null ? {} : { tone: 'critical' as const })}>{t('importSchedules:state.off')}</Badge>;
  }
  if (isRunning) return <Badge tone="info">{t('importSchedules:state.running')}</Badge>;
  return problem === null ? (
    <Badge tone="success">{t('importSchedules:state.on')}</Badge>
  ) : (
    <Badge tone="warning">{t('importSchedules:state.failing')}</Badge>
  );
}
