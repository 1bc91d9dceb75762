import { Card, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { foldForSearch } from '#app/core/text/folding.ts';
import { SETTINGS_GROUPS } from '#app/core/settings-pages.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { EmptyCard, SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import type { ValuedRow } from '../settings-rows.ts';
import { useRowWords } from './row-words.ts';
import './settings.css';

/** All settings in groups, each with what it decides and what it is at present; a search narrows them. */
export function SettingsScreen({ isMarketplace, rows }: { isMarketplace: boolean; rows: readonly ValuedRow[] }) {
  const t = useText();
  const [query, setQuery] = useState('');
  const found = rows.filter((row) =>
    foldForSearch(`${t(`settings:row.${row.id}.name`)} ${t(`settings:row.${row.id}.about`)}`).includes(
      foldForSearch(query.trim()),
    ),
  );
  return (
    <ScreenPage
      title={t('settings:title')}
      subtitle={isMarketplace ? t('settings:subtitle') : t('settings:vendorSubtitle')}
    >
      <Stack>
        <Card>
          <TextField
            label={t('settings:search')}
            labelHidden
            placeholder={t('settings:search')}
            type="search"
            autoComplete="off"
            value={query}
            onChange={setQuery}
          />
        </Card>
        {found.length === 0 ? (
          <EmptyCard title={t('settings:nothing', { q: query.trim() })} body={t('settings:nothingBody')} />
        ) : null}
        <div className="settings-groups">
          {SETTINGS_GROUPS.map((group) => {
            const own = found.filter((row) => row.group === group);
            return own.length === 0 ? null : <Group key={group} title={t(`settings:group.${group}`)} rows={own} />;
          })}
        </div>
      </Stack>
    </ScreenPage>
  );
}

function Group({ title, rows }: { title: string; rows: readonly ValuedRow[] }) {
  const t = useText();
  const wordsOf = useRowWords();
  return (
    <SectionCard title={title} flush>
      <Rows
        label={title}
        hasChevron
        rows={rows.map((row) => {
          const words = wordsOf(row);
          return {
            id: row.id,
            url: row.path,
            title: t(`settings:row.${row.id}.name`),
            line: t(`settings:row.${row.id}.about`),
            ...(words === '' ? {} : { end: <span className="settings-value">{words}</span> }),
          };
        })}
      />
    </SectionCard>
  );
}
