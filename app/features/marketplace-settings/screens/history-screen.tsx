import { Button } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { EmptyCard, SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { Timeline } from '#app/ui/components/timeline.tsx';
import type { HistoryEntry } from '../history-lines.ts';

/** Who changed which setting when, in sentences; what says nothing to a person is left out. */
export function HistoryScreen({ entries, next }: { entries: readonly HistoryEntry[]; next: string | null }) {
  const t = useText();
  return (
    <ScreenPage title={t('settings:row.history.name')} kind="form">
      {entries.length === 0 ? (
        <EmptyCard title={t('settings:history.empty')} body={t('settings:row.history.about')} />
      ) : (
        <SectionCard title={t('settings:history.changes')}>
          <Timeline entries={entries} />
        </SectionCard>
      )}
      {next === null ? null : (
        <Stack>
          <Button url={`/settings/history?before=${next}`}>{t('settings:history.older')}</Button>
        </Stack>
      )}
    </ScreenPage>
  );
}
