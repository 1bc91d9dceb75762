import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Picture } from '#app/ui/components/picture.tsx';
import { useNavigate } from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { ChangeList, ChangeRow } from '../../review/product-changes.contract.ts';
import '../products.css';

export type ChangesScreenProps = {
  list: ChangeList;
  state: 'open' | 'closed';
  isLaterPage: boolean;
  checkedAt: string;
  withVendors: boolean;
  mayRule: boolean;
};

/** Changes to live products that wait for the marketplace, and those that it decided on. */
export function ChangesScreen({ list, state, isLaterPage, checkedAt, withVendors, mayRule }: ChangesScreenProps) {
  const t = useText();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const page = isLaterPage ? 2 : 1;
  const fieldsOf = (row: ChangeRow): string => row.fields.map((field) => t(`changes:field.${field}`)).join(', ');
  const rules = {
    label: t('changes:rules.open'),
    onAction: () => {
      navigate(path('/changes/rules'));
    },
  };
  return (
    <ScreenPage title={t('changes:title')} secondaryActions={mayRule ? [rules] : []}>
      <DataList
        name={{ singular: t('changes:name.singular'), plural: t('changes:name.plural') }}
        rows={list.changes}
        rowId={(row) => row.id}
        rowUrl={(row) => `/changes/${row.id}`}
        searchless
        columns={[
          {
            id: 'product',
            title: t('changes:column.product'),
            cell: (row) => (
              <span className="product-cell">
                <Picture src={row.imageUrl ?? undefined} />
                <span className="product-name">{row.title}</span>
              </span>
            ),
          },
          { id: 'vendor', title: t('changes:column.vendor'), cell: (row) => row.vendor, hidden: !withVendors },
          { id: 'fields', title: t('changes:column.fields'), cell: fieldsOf },
          {
            id: 'since',
            title: t(state === 'open' ? 'changes:column.since' : 'changes:column.decided'),
            cell: (row) => <When at={state === 'open' ? row.openedAt : row.changedAt} />,
          },
        ]}
        phone={(row) => ({
          picture: { src: row.imageUrl ?? undefined },
          title: row.title,
          line: withVendors ? `${row.vendor} · ${fieldsOf(row)}` : fieldsOf(row),
        })}
        tabs={(['open', 'closed'] as const).map((id) => ({
          id,
          label: t(`changes:tab.${id}`),
          ...(id === 'closed' && !list.counts.closedIsExact ? {} : { count: list.counts[id] }),
          empty:
            id === 'open'
              ? { title: t('changes:empty.title'), body: t('changes:empty.body') }
              : { title: t('changes:emptyClosed.title'), body: t('changes:emptyClosed.body') },
        }))}
        page={{
          page,
          pageCount: page,
          count: list.counts[state],
          atLeast: state === 'closed' && !list.counts.closedIsExact,
          cursor: list.cursor ?? undefined,
        }}
        checkedAt={checkedAt}
        empty={{ title: t('changes:empty.title'), body: t('changes:empty.body') }}
      />
    </ScreenPage>
  );
}
