import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Picture } from '#app/ui/components/picture.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { When } from '#app/ui/time/when.tsx';
import { ENTRY_VIEWS, type EntryView } from '../catalog.ts';
import type { EntryDto } from '../catalog.contract.ts';
import './catalog.css';

export type EntriesScreenProps = {
  rows: readonly EntryDto[];
  counts: Record<EntryView, number>;
  page: ListPage;
  checkedAt: string;
};

/** The entries of the catalogue as the marketplace keeps them, with how many vendors offer each. */
export function EntriesScreen({ rows, counts, page, checkedAt }: EntriesScreenProps) {
  const t = useText();
  const add = { label: t('catalog:entries.add'), url: '/catalog-entries/new' };
  return (
    <ScreenPage
      title={t('catalog:entries.title')}
      primaryAction={add}
      secondaryActions={[{ label: t('settings:row.catalog.name'), url: '/catalog-entries/settings' }]}
    >
      <DataList<EntryDto>
        name={{ singular: t('catalog:name.singular'), plural: t('catalog:name.plural') }}
        rows={rows}
        rowId={(row) => row.id}
        rowUrl={(row) => `/catalog-entries/${row.id}`}
        columns={[
          {
            id: 'title',
            title: t('catalog:columns.title'),
            cell: (row) => (
              <span className="catalog-title">
                <Picture src={row.pictureUrl === '' ? undefined : row.pictureUrl} />
                <span>{row.title}</span>
              </span>
            ),
          },
          { id: 'barcode', title: t('catalog:columns.barcode'), cell: (row) => row.barcode },
          { id: 'type', title: t('catalog:columns.type'), cell: (row) => row.productType },
          { id: 'offers', title: t('catalog:columns.offers'), align: 'end', cell: (row) => row.offers },
          { id: 'status', title: t('catalog:columns.status'), cell: (row) => <State row={row} /> },
          { id: 'changed', title: t('catalog:columns.changed'), cell: (row) => <When at={row.updatedAt} /> },
        ]}
        phone={(row) => ({
          title: row.title,
          line: t('catalog:offers', { count: row.offers }),
          badge: <State row={row} />,
        })}
        tabs={ENTRY_VIEWS.map((id) => ({
          id,
          label: id === 'all' ? t('common:all') : t(`common:status.${id}`),
          count: counts[id],
        }))}
        searchHint={t('catalog:searchHint')}
        page={page}
        checkedAt={checkedAt}
        empty={{ title: t('catalog:entries.empty.title'), body: t('catalog:entries.empty.body'), action: add }}
      />
    </ScreenPage>
  );
}

const State = ({ row }: { row: EntryDto }) => <StatusBadge status={row.active ? 'active' : 'archived'} />;
