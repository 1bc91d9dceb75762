import { BlockStack } from '@shopify/polaris';
import type { ListChoicesDto } from '#app/platform/saved-views/saved-views.contract.ts';
import { useListChoices } from '#app/platform/saved-views/shared/use-list-choices.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListFilter, ListPage, ListTab } from '#app/ui/lists/list.ts';
import { useExport } from '#app/ui/lists/use-export.tsx';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Picture } from '#app/ui/components/picture.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { MAX_IN_BATCH, type BatchAction } from '../listing/batch.ts';
import type { BatchDto } from '../listing/batches.contract.ts';
import type { ReversibleAction } from '../decisions/scheduled-decision.ts';
import { badgeOf, shownBadge } from '../product.ts';
import type { ProductList, ProductRow } from '../listing/product-list.contract.ts';
import { placeInList } from './product-list-address.ts';
import { isFull, ListingHint, type ListingProps } from './editor/listing-hint.tsx';
import { LoadReport, type LoadReportProps } from './load-report.tsx';
import { ChangeReport } from './review/change-report.tsx';
import { useBulk, type Narrowed } from './bulk-dialog.tsx';
import './products.css';

export type ProductsScreenProps = {
  list: ProductList;
  page: ListPage;
  narrowed: Narrowed;
  /** The tab that opens where the address names none. */
  firstView: 'WAITING' | 'ALL';
  /** What the addresses of products carry on of this list. */
  carried: string;
  /** What is done with several at once, or was and nobody put its report away. */
  batches: readonly BatchDto[];
  /** The reading of the store's products while it goes on or stands still. */
  load: LoadReportProps['load'] | null;
  listing: ListingProps['listing'];
  checkedAt: string;
  withVendors: boolean;
  /** Those among which the list's vendor is chosen. */
  vendorNames: readonly string[];
  mayAdd: boolean;
  /** Where a new product begins: in the form, or in the catalogue. */
  addsAt: string;
  actions: readonly BatchAction[];
  /** What was decided some seconds ago on products of the list, by their ids. */
  decided: Readonly<Record<string, ReversibleAction>>;
  /** A search sorts by how well things fit, so that order is offered only then. */
  hasSearch: boolean;
  choices: ListChoicesDto;
};

/** The products of a vendor, or of the whole marketplace with their vendors. */
export function ProductsScreen(props: ProductsScreenProps) {
  const { list, page, withVendors, mayAdd, hasSearch } = props;
  const t = useText();
  const { viewer, features } = useShell();
  const seesTop = features['dashboard'] === true && viewer.permissions.includes('read_finance');
  const add = mayAdd && !isFull(props) ? { label: t('products:add'), url: props.addsAt } : undefined;
  const { bulk, dialog } = useBulk({ actions: props.actions, narrowed: props.narrowed });
  const { action: exporting, report } = useExport({
    url: '/api/products/export',
    body: props.narrowed,
    file: 'products.csv',
  });
  useLiveRefresh(
    props.load?.state === 'running' ||
      props.batches.some((batch) => batch.state === 'running') ||
      Object.keys(props.decided).length > 0,
  );
  return (
    <ScreenPage
      title={t('products:title')}
      primaryAction={add}
      secondaryActions={[
        exporting,
        ...(mayAdd ? [{ label: t('products:bulkUpload'), url: '/products/import' }] : []),
        ...(seesTop ? [{ label: t('productList:top'), url: '/products/top' }] : []),
      ]}
    >
      <BlockStack gap="400">
        {props.load ? <LoadReport load={props.load} mayControl={props.actions.includes('approve')} /> : null}
        <ListingHint listing={props.listing} />
        {report}
        {props.batches.map((batch) => (
          <ChangeReport key={batch.id} batch={batch} mayAct={props.actions.includes(batch.action)} />
        ))}
        <DataList<ProductRow>
          name={{ singular: t('products:singular'), plural: t('products:plural') }}
          rows={list.products}
          rowId={(row) => row.id}
          rowUrl={(row) =>
            isToReview(row, withVendors)
              ? `/products/${row.id}/review`
              : placeInList(props.carried, { id: row.id, at: row.cursor })
          }
          columns={useColumns(props)}
          phone={usePhoneRow(props)}
          tabs={useTabs(props)}
          withPlaces
          own={useListChoices('products', props.choices)}
          filters={useFilters(props.vendorNames, features['integrations'] === true)}
          searchHint={t(withVendors ? 'productList:searchHint' : 'productList:searchOwnHint')}
          sorts={[
            ...(hasSearch ? [{ value: 'RELEVANCE', label: t('products:sort.relevance') }] : []),
            { value: 'UPDATED_AT', label: t('products:sort.newest') },
            { value: 'UPDATED_AT-', label: t('products:sort.oldest') },
            { value: 'TITLE', label: t('products:sort.title') },
            { value: 'TITLE-', label: t('products:sort.titleDown') },
            { value: 'INVENTORY_TOTAL', label: t('products:sort.stock') },
            { value: 'INVENTORY_TOTAL-', label: t('products:sort.stockDown') },
          ]}
          bulk={bulk}
          maxBulk={MAX_IN_BATCH}
          page={page}
          checkedAt={props.checkedAt}
          empty={{ title: t('products:empty.title'), body: t('products:empty.body'), ...(add ? { action: add } : {}) }}
        />
      </BlockStack>
      {dialog}
    </ScreenPage>
  );
}

/** The tab that opens first stands first: what waits for the viewer's decision, or everything. */
function useTabs({ list: { counts }, firstView, withVendors }: ProductsScreenProps): ListTab[] {
  const t = useText();
  const waiting = {
    id: 'WAITING',
    label: t('productList:tab.waiting'),
    count: counts.WAITING,
    empty: { title: t('productList:emptyTab.waiting.title'), body: t('productList:emptyTab.waiting.body') },
  };
  return [
    ...(firstView === 'WAITING' ? [waiting] : []),
    { id: 'ALL', label: t('products:tab.all'), count: counts.ALL },
    {
      id: 'ACTIVE',
      label: t('products:tab.active'),
      count: counts.ACTIVE,
      empty: { title: t('products:emptyTab.active.title'), body: t('products:emptyTab.active.body') },
    },
    {
      id: 'DRAFT',
      label: t('products:tab.draft'),
      count: counts.DRAFT,
      empty: { title: t('products:emptyTab.draft.title'), body: t('products:emptyTab.draft.body') },
    },
    ...(firstView === 'ALL' && withVendors ? [waiting] : []),
  ];
}

/** A listing that waits for the marketplace is read and decided on; every other product opens in the editor. */
const isToReview = (row: ProductRow, withVendors: boolean): boolean =>
  withVendors && row.allowedActions.includes('approve') && badgeOf(row) === 'awaitingApproval';

/** In the marketplace's view also by vendor; by what they follow, where vendors connect something. */
function useFilters(vendorNames: readonly string[], bySource: boolean): ListFilter[] {
  const t = useText();
  const choices = vendorNames.map((name) => ({ value: name, label: name }));
  const bySeller = choices.length > 0;
  return [
    {
      key: 'stock',
      label: t('products:stock.label'),
      choices: [
        { value: 'in-stock', label: t('products:stock.in') },
        { value: 'oos', label: t('products:stock.out') },
      ],
    },
    ...(bySource
      ? [
          {
            key: 'source',
            label: t('products:source.label'),
            choices: [
              { value: 'store', label: t('products:source.store') },
              { value: 'sheet', label: t('products:source.sheet') },
              { value: 'here', label: t('products:source.here') },
            ],
          },
        ]
      : []),
    ...(bySeller ? [{ key: 'seller', label: t('products:column.vendor'), choices }] : []),
    { key: 'tag', label: t('productList:tag'), choices: [] },
  ];
}

function useColumns({ withVendors, decided }: Pick<ProductsScreenProps, 'withVendors' | 'decided'>) {
  const t = useText();
  return [
    {
      id: 'title',
      title: t('products:column.title'),
      sort: { asc: 'TITLE', desc: 'TITLE-', first: 'asc' as const },
      cell: (row: ProductRow) => (
        <span className="product-cell">
          <Picture src={row.imageUrl ?? undefined} />
          <span>
            <span className="product-name">{row.title}</span>
            {row.tags.length > 0 ? <span className="souk-note product-tags">{row.tags.join(', ')}</span> : null}
          </span>
        </span>
      ),
    },
    { id: 'vendor', title: t('products:column.vendor'), cell: (row: ProductRow) => row.vendor, hidden: !withVendors },
    {
      id: 'status',
      title: t('products:column.status'),
      cell: (row: ProductRow) => <StatusBadge status={shownBadge(row, decided[row.id])} />,
    },
    {
      id: 'stock',
      title: t('products:column.stock'),
      align: 'end' as const,
      sort: { asc: 'INVENTORY_TOTAL', desc: 'INVENTORY_TOTAL-', first: 'asc' as const },
      cell: (row: ProductRow) => <Stock row={row} />,
    },
    {
      id: 'price',
      title: t('products:column.price'),
      align: 'end' as const,
      cell: (row: ProductRow) => (row.price ? <Money value={row.price} /> : null),
    },
    {
      id: 'updated',
      title: t('products:column.updated'),
      sort: { asc: 'UPDATED_AT-', desc: 'UPDATED_AT' },
      cell: (row: ProductRow) => <When at={row.updatedAt} />,
    },
  ];
}

function Stock({ row }: { row: ProductRow }) {
  const t = useText();
  const format = useFormat();
  if (!row.inStock) return <>{t('products:stock.out')}</>;
  // Sold without counting, or beyond what was counted: a number of units would read as sold out.
  if (row.inventoryTotal <= 0) return <>{t('products:stock.in')}</>;
  const units = format.number(row.inventoryTotal);
  if (row.variantCount < 2) return <span className="souk-num">{units}</span>;
  return <>{t('products:stock.units', { units, variants: format.number(row.variantCount) })}</>;
}

function usePhoneRow({ withVendors, decided }: Pick<ProductsScreenProps, 'withVendors' | 'decided'>) {
  return (row: ProductRow) => ({
    picture: { src: row.imageUrl ?? undefined },
    title: row.title,
    line: (
      <>
        {withVendors ? `${row.vendor} · ` : ''}
        <Stock row={row} />
      </>
    ),
    badge: <StatusBadge status={shownBadge(row, decided[row.id])} />,
    ...(row.price ? { amount: <Money value={row.price} /> } : {}),
  });
}
