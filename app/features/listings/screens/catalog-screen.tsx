import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Picture } from '#app/ui/components/picture.tsx';
import { StatusBadge, type Status } from '#app/ui/components/status-badge.tsx';
import type { CatalogRow } from '../listings.contract.ts';
import './listings.css';

export type CatalogScreenProps = {
  rows: readonly CatalogRow[];
  currency: string;
  page: ListPage;
  checkedAt: string;
  hasSearch: boolean;
};

/** The entries that a vendor may offer, with who offers them already and for how much at least. */
export function CatalogScreen({ rows, currency, page, checkedAt, hasSearch }: CatalogScreenProps) {
  const t = useText();
  const lowest = (row: CatalogRow) => (row.lowest === null ? null : <Money value={{ amount: row.lowest, currency }} />);
  return (
    <ScreenPage title={t('catalog:title')}>
      <DataList<CatalogRow>
        name={{ singular: t('catalog:name.singular'), plural: t('catalog:name.plural') }}
        rows={rows}
        rowId={(row) => row.id}
        rowUrl={(row) => `/catalog/${row.id}`}
        columns={[
          {
            id: 'title',
            title: t('catalog:columns.title'),
            cell: (row) => (
              <span className="offer-title">
                <Picture src={row.pictureUrl === '' ? undefined : row.pictureUrl} />
                <span>{row.title}</span>
              </span>
            ),
          },
          { id: 'barcode', title: t('catalog:columns.barcode'), cell: (row) => row.barcode },
          { id: 'offers', title: t('catalog:columns.offers'), align: 'end', cell: (row) => row.offers ?? '' },
          { id: 'lowest', title: t('catalog:columns.lowest'), align: 'end', cell: lowest },
          { id: 'yours', title: t('catalog:columns.yours'), cell: (row) => <Mine row={row} /> },
        ]}
        phone={(row) => ({
          title: row.title,
          line: row.offers === null ? row.barcode : t('catalog:offers', { count: row.offers }),
          badge: <Mine row={row} />,
          end: lowest(row),
        })}
        searchHint={t('catalog:searchHint')}
        hasAny={hasSearch}
        page={page}
        checkedAt={checkedAt}
        empty={{ title: t('catalog:empty.title'), body: t('catalog:empty.body') }}
      />
    </ScreenPage>
  );
}

const BADGES: Record<string, Status> = { ACTIVE: 'active', DRAFT: 'awaitingApproval' };

function Mine({ row: { mine } }: { row: CatalogRow }) {
  return mine ? <StatusBadge status={BADGES[mine.status] ?? 'active'} /> : null;
}
