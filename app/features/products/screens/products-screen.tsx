import { DataList } from '#app/ui/lists/data-list.tsx';
import type { BulkAction } from '#app/ui/lists/list.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Picture } from '#app/ui/parts/picture.tsx';
import { StatusBadge } from '#app/ui/parts/status-badge.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { badgeOf } from '../product.ts';
import type { ProductList, ProductRow } from '../products.contract.ts';
import './products.css';

export type ProductsScreenProps = {
  list: ProductList;
  /** Whether the address already stands beyond the first page. */
  isLaterPage: boolean;
  checkedAt: string;
  withVendors: boolean;
  mayAdd: boolean;
  mayDecide: boolean;
  /** A search sorts by how well things fit, so that order is offered only then. */
  hasSearch: boolean;
  onBulk: (action: 'approve' | 'unapprove', ids: string[]) => void;
};

/** The products of a vendor, or of the whole marketplace with their vendors. */
export function ProductsScreen(props: ProductsScreenProps) {
  const { list, isLaterPage, withVendors, mayAdd, hasSearch } = props;
  const t = useText();
  const page = isLaterPage ? 2 : 1;
  const add = mayAdd ? { label: t('products:add'), url: '/products/new' } : undefined;
  return (
    <ScreenPage title={t('products:title')} primaryAction={add} width={withVendors ? 'full' : undefined}>
      <DataList<ProductRow>
        name={{ singular: t('products:singular'), plural: t('products:plural') }}
        rows={list.products}
        rowId={(row) => row.id}
        rowUrl={(row) => `/products/${row.id}`}
        columns={useColumns(withVendors)}
        phone={usePhoneRow(withVendors)}
        tabs={[
          {
            id: 'DRAFT',
            label: t('products:tab.draft'),
            count: list.counts.DRAFT,
            empty: { title: t('products:emptyTab.draft.title'), body: t('products:emptyTab.draft.body') },
          },
          {
            id: 'ACTIVE',
            label: t('products:tab.active'),
            count: list.counts.ACTIVE,
            empty: { title: t('products:emptyTab.active.title'), body: t('products:emptyTab.active.body') },
          },
          { id: 'ALL', label: t('products:tab.all'), count: list.counts.ALL },
        ]}
        filters={[
          {
            key: 'stock',
            label: t('products:stock.label'),
            choices: [
              { value: 'in-stock', label: t('products:stock.in') },
              { value: 'oos', label: t('products:stock.out') },
            ],
          },
        ]}
        sorts={[
          ...(hasSearch ? [{ value: 'RELEVANCE', label: t('products:sort.relevance') }] : []),
          { value: 'UPDATED_AT', label: t('products:sort.newest') },
          { value: 'UPDATED_AT-', label: t('products:sort.oldest') },
          { value: 'TITLE', label: t('products:sort.title') },
          { value: 'TITLE-', label: t('products:sort.titleDown') },
          { value: 'INVENTORY_TOTAL', label: t('products:sort.stock') },
          { value: 'INVENTORY_TOTAL-', label: t('products:sort.stockDown') },
        ]}
        bulk={useBulk(props)}
        page={{ page, pageCount: page, count: list.counts.ALL, cursor: list.cursor ?? undefined }}
        checkedAt={props.checkedAt}
        empty={{ title: t('products:empty.title'), body: t('products:empty.body'), ...(add ? { action: add } : {}) }}
      />
    </ScreenPage>
  );
}

function useBulk({ mayDecide, onBulk }: ProductsScreenProps): BulkAction[] {
  const t = useText();
  if (!mayDecide) return [];
  return (['approve', 'unapprove'] as const).map((action) => ({
    label: (count) => t(`products:bulk.${action}`, { count }),
    promoted: true,
    onAction: (ids) => {
      onBulk(action, ids);
    },
  }));
}

function useColumns(withVendors: boolean) {
  const t = useText();
  return [
    {
      id: 'title',
      title: t('products:column.title'),
      cell: (row: ProductRow) => (
        <span className="product-cell">
          <Picture src={row.imageUrl ?? undefined} />
          <span className="product-name">{row.title}</span>
        </span>
      ),
    },
    { id: 'vendor', title: t('products:column.vendor'), cell: (row: ProductRow) => row.vendor, hidden: !withVendors },
    {
      id: 'status',
      title: t('products:column.status'),
      cell: (row: ProductRow) => <StatusBadge status={badgeOf(row)} />,
    },
    { id: 'stock', title: t('products:column.stock'), cell: (row: ProductRow) => <Stock row={row} /> },
    {
      id: 'price',
      title: t('products:column.price'),
      align: 'end' as const,
      cell: (row: ProductRow) => (row.price ? <Money value={row.price} /> : null),
    },
    { id: 'updated', title: t('products:column.updated'), cell: (row: ProductRow) => <When at={row.updatedAt} /> },
  ];
}

function Stock({ row }: { row: ProductRow }) {
  const t = useText();
  const format = useFormat();
  if (!row.inStock) return <>{t('products:stock.out')}</>;
  const units = format.number(row.inventoryTotal);
  if (row.variantCount < 2) return <span className="souk-num">{units}</span>;
  return <>{t('products:stock.units', { units, variants: format.number(row.variantCount) })}</>;
}

function usePhoneRow(withVendors: boolean) {
  return (row: ProductRow) => ({
    picture: { src: row.imageUrl ?? undefined },
    title: row.title,
    line: (
      <>
        {withVendors ? `${row.vendor} · ` : ''}
        <Stock row={row} />
      </>
    ),
    badge: <StatusBadge status={badgeOf(row)} />,
    ...(row.price ? { amount: <Money value={row.price} /> } : {}),
  });
}
