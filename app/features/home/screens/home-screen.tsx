import { CheckCircleIcon } from '@shopify/polaris-icons';
import { Card, Icon, InlineStack, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { PageAction } from '#app/ui/page/page-action.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Stack } from '#app/ui/components/layout.tsx';
import { TaskRows, type Task } from '#app/ui/components/task-row.tsx';
import './home.css';

/** Cards beside one another, each a list from above to below; what is not there is left out. */
export type HomeRow = { main: readonly ReactNode[]; side: readonly ReactNode[] };

export type HomeScreenProps = {
  /** The name by which the viewer is greeted. */
  name: string;
  subtitle?: string;
  /** The sentence of the day, above everything else. */
  sentence?: ReactNode;
  secondaryActions?: readonly PageAction[];
  /** From above to below; on a phone the cards follow one another in this order. */
  rows: readonly HomeRow[];
};

/** The first page: what the day is about in a sentence, then what needs the viewer, then figures. */
export function HomeScreen({ name, subtitle, sentence, secondaryActions = [], rows }: HomeScreenProps) {
  const t = useText();
  return (
    <ScreenPage
      title={t('home:greeting', { name })}
      documentTitle={t('home:title')}
      {...(subtitle ? { subtitle } : {})}
      secondaryActions={secondaryActions}
    >
      <Stack>
        {sentence}
        {rows.map((row, index) => (
          <RowOfCards key={index} {...row} />
        ))}
      </Stack>
    </ScreenPage>
  );
}

function RowOfCards({ main, side }: HomeRow) {
  const [left, right] = [main, side].map((cards) => cards.filter(isThere));
  if (!left?.length && !right?.length) return null;
  if (!left?.length) return <Stack>{right}</Stack>;
  if (!right?.length) return <Stack>{left}</Stack>;
  return <Columns main={left} side={right} />;
}

const isThere = (card: ReactNode): boolean => card !== null && card !== undefined && card !== false;

/** What waits for the viewer, most urgent first; one line where nothing does. */
export function WaitingCard({ tasks, none }: { tasks: readonly Task[]; none: string }) {
  const t = useText();
  if (tasks.length > 0)
    return (
      <SectionCard title={t('home:waiting')} aside={t('home:things', { count: tasks.length })}>
        <TaskRows tasks={tasks} filledFirst />
      </SectionCard>
    );
  return (
    <Card>
      <InlineStack gap="200" blockAlign="center" wrap={false}>
        <span>
          <Icon source={CheckCircleIcon} tone="subdued" />
        </span>
        <Text as="p">{none}</Text>
      </InlineStack>
    </Card>
  );
}
