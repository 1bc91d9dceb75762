import { CheckCircleIcon } from '@shopify/polaris-icons';
import { Icon } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { PageAction } from '#app/ui/page/page-action.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { EmptyCard, SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Metrics, Stack, type Metric } from '#app/ui/components/layout.tsx';
import { TaskRows, type Task } from '#app/ui/components/task-row.tsx';

export type HomeScreenProps = {
  /** The name by which the viewer is greeted. */
  name: string;
  subtitle?: string;
  metrics: readonly Metric[];
  /** What waits for the viewer, most urgent first. */
  tasks: readonly Task[];
  primaryAction?: PageAction;
  secondaryActions?: readonly PageAction[];
  /** Cards of the work (orders to ship) above the tasks, and of money beside them. */
  work?: ReactNode;
  side?: ReactNode;
  /** Below what waits: beside the side column, or as wide as the page. */
  below?: ReactNode;
  foot?: ReactNode;
};

/** The first page: what needs the viewer now, with live figures; what must leave today comes first. */
export function HomeScreen(props: HomeScreenProps) {
  const t = useText();
  const { tasks, metrics, work, side } = props;
  const main = (
    <>
      {work}
      {tasks.length > 0 ? (
        <SectionCard title={t('home:waiting')} aside={t('home:things', { count: tasks.length })}>
          <TaskRows tasks={tasks} filledFirst />
        </SectionCard>
      ) : (
        <EmptyCard title={t('home:nothing')} body={t('home:nothingBody')} icon={<Icon source={CheckCircleIcon} />} />
      )}
      {props.below}
    </>
  );
  return (
    <ScreenPage
      title={t('home:greeting', { name: props.name })}
      documentTitle={t('home:title')}
      {...(props.subtitle ? { subtitle: props.subtitle } : {})}
      primaryAction={props.primaryAction}
      secondaryActions={props.secondaryActions ?? []}
    >
      <Stack>
        {metrics.length > 0 ? <Metrics metrics={metrics} /> : null}
        {side ? <Columns main={main} side={side} /> : main}
        {props.foot}
      </Stack>
    </ScreenPage>
  );
}
