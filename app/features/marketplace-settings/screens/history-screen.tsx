import { Button } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { EmptyCard, SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { Timeline } from '#app/ui/components/timeline.tsx';
import type { SettingsHistory } from '../history.contract.ts';

/** Who changed which setting when, from what to what. */
export function HistoryScreen({ changes, next }: SettingsHistory) {
  const t = useText();
  const title = t('settings:row.history.name');
  return (
    <ScreenPage title={title} back={{ label: t('settings:title'), url: '/settings' }} kind="form">
      {changes.length === 0 ? (
        <EmptyCard title={t('settings:history.empty')} body={t('settings:row.history.about')} />
      ) : (
        <Stack>
          <SectionCard title={title}>
            <Timeline
              entries={changes.map(({ id, at, by, subject, changes: parts }) => ({
                id,
                at,
                by,
                text: parts.length === 0 ? subject : parts.map(({ key }) => key).join(', '),
                detail: (
                  <ul className="souk-changes">
                    {parts.map(({ key, from, to }) => (
                      <li key={key}>
                        {key}: {from === '' ? '–' : from} → {to === '' ? '–' : to}
                      </li>
                    ))}
                  </ul>
                ),
              }))}
            />
          </SectionCard>
          {next === null ? null : (
            <Button url={`/settings/history?before=${next}`}>{t('settings:history.older')}</Button>
          )}
        </Stack>
      )}
    </ScreenPage>
  );
}
