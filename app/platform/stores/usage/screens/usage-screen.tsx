import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { UsageEventDto } from '../usage.contract.ts';

export type UsageScreenProps = { rows: readonly UsageEventDto[]; page: ListPage; checkedAt: string };

/** The events that programs and screens reported, newest first. */
export function UsageScreen({ rows, page, checkedAt }: UsageScreenProps) {
  const t = useText();
  const vendorOf = ({ vendor }: UsageEventDto): string => vendor ?? t('settings:usage.marketplace');
  const propertiesOf = ({ properties }: UsageEventDto): string =>
    Object.entries(properties)
      .map(([key, value]) => `${key}: ${String(value)}`)
      .join(', ');
  return (
    <ScreenPage
      title={t('settings:row.usage.name')}
      subtitle={t('settings:usage.about')}
      
    >
      <DataList
        name={{ singular: t('settings:usage.name.singular'), plural: t('settings:usage.name.plural') }}
        rows={rows}
        rowId={(row) => row.id}
        columns={[
          { id: 'event', title: t('settings:usage.event'), cell: (row) => row.event },
          { id: 'properties', title: t('settings:usage.properties'), cell: propertiesOf },
          { id: 'vendor', title: t('settings:usage.vendor'), cell: vendorOf },
          { id: 'at', title: t('settings:usage.at'), cell: (row) => <When at={row.createdAt} /> },
        ]}
        phone={(row) => ({
          title: row.event,
          line: [vendorOf(row), propertiesOf(row)].filter((text) => text !== '').join(' · '),
          end: <When at={row.createdAt} />,
        })}
        searchHint={t('settings:usage.search')}
        page={page}
        checkedAt={checkedAt}
        empty={{ title: t('settings:usage.empty.title'), body: t('settings:usage.empty.body') }}
      />
    </ScreenPage>
  );
}
