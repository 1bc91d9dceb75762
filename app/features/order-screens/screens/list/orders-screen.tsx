import { BlockStack } from '@shopify/polaris';
import type { ListChoicesDto } from '#app/platform/saved-views/saved-views.contract.ts';
import { useListChoices } from '#app/platform/saved-views/shared/use-list-choices.ts';
import type { PastOrdersDto } from '#app/features/orders/past-orders/past-orders.contract.ts';
import { usePrint } from '#app/features/orders/printing/shared/use-print.ts';
import type { LabelBatchDto } from '#app/features/labels/batch/label-batch.contract.ts';
import { useLabelBatch } from '#app/features/labels/shared/use-label-batch.tsx';
import { PastOrdersReport } from '#app/features/orders/past-orders/shared/past-orders-report.tsx';
import { useAdminReports } from '#app/features/finance/transactions/shared/use-admin-reports.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import { useDueName, usePaysVendors } from '#app/ui/money/use-due-name.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import { useExport } from '#app/ui/lists/use-export.tsx';
import type { BulkAction, ListFilter, ListPage } from '#app/ui/lists/list.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Metrics } from '#app/ui/components/layout.tsx';
import { useNavigate } from '#app/ui/router.ts';
import { useLayoutPath, useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { BulkFulfillDto } from '#app/features/orders/fulfillment/bulk-fulfill.contract.ts';
import { MAX_AT_ONCE } from '#app/features/orders/fulfillment/bulk-fulfill.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import type { OrderRowDto } from '#app/features/orders/orders.contract.ts';
import { PayoutBadge } from '../order-badges.tsx';
import { useBulkFulfill } from './bulk-fulfill-dialog.tsx';
import { BulkReport } from './bulk-fulfill-report.tsx';
import { LabelBatchReport } from './label-batch-report.tsx';
import { useFreshRows } from './use-fresh-rows.ts';
import { useLiveRefresh } from './use-live-refresh.ts';
import '../orders.css';
import { buildRowId, useOrderGroups, type OrderListRow } from './order-groups.tsx';
import { isNeverPaid, OrderStatus, useColumns } from './orders-columns.tsx';

export type OrdersScreenProps = {
  orders: readonly OrderRowDto[];
  counts: { count: number; payoutDue: number; payoutPaid: number; unfulfilled: number };
  /** How many orders of the store these are, in the marketplace's whole list; null elsewhere. */
  storeOrders: { count: number; isExact: boolean } | null;
  /** What was earned and is due, where money stands in the orders (the merged view); else null. */
  totals: readonly { earned: MoneyDto; due: MoneyDto }[] | null;
  page: ListPage;
  /** What an order's address carries on of the list's. */
  carried: string;
  /** What the list shows, for its export. */
  narrowed: { period: string; from?: string | undefined; to?: string | undefined };
  checkedAt: string;
  withVendors: boolean;
  /** Those among which the list's vendor is chosen. */
  vendorNames: readonly string[];
  /** How far the reading of past orders came, while it is not done. */
  past: PastOrdersDto | null;
  /** What is shipped at once, or was and nobody put its report away. */
  bulks: readonly BulkFulfillDto[];
  /** The labels that are bought at once, and whether more can be. */
  labels: { mayBuy: boolean; isTest: boolean; reports: readonly LabelBatchDto[] };
  mayShip: boolean;
  choices: ListChoicesDto;
};

/** The orders of a vendor, or of the whole marketplace with their vendors; its tabs are the working queues. */
export function OrdersScreen(props: OrdersScreenProps) {
  const { counts, page, carried: returnTo, narrowed, checkedAt, withVendors, past, bulks, labels } = props;
  const t = useText();
  const paysVendors = usePaysVendors();
  const seesMoney = useShell().viewer.permissions.includes('read_finance');
  useLiveRefresh([...bulks, ...labels.reports].some(({ state }) => state === 'running'));
  const fresh = useFreshRows(props.orders, buildRowId, page.page === 1);
  const { action: exporting, report } = useExport({
    url: '/api/orders/export',
    body: narrowed,
    file: 'orders.csv',
    ...(withVendors ? { label: t('orders:exportShown') } : {}),
  });
  const { period, from, to } = narrowed;
  const reports = useAdminReports({ period, from, to });
  const orders = fresh.rows;
  const shipping = useBulkFulfill({ rows: orders, rowId: buildRowId, narrowed });
  const labelling = useLabelBatch({
    isTest: labels.isTest,
    find: (ids) =>
      orders.filter((row) => ids.includes(buildRowId(row))).map(({ id, vendor }) => ({ id, vendor: vendor.id })),
  });
  const printing = usePrintActions(orders, withVendors);
  const groups = useOrderGroups(orders, withVendors);
  // Whoever chooses an order of several vendors chooses what each of them ships.
  const expanded = (action: BulkAction): BulkAction => ({
    ...action,
    onAction: (ids, all) => {
      action.onAction(groups.expand(ids), all);
    },
  });
  const navigate = useNavigate();
  const path = useLayoutPath();
  const rules = {
    label: t('orders:rules.open'),
    onAction: () => {
      navigate(path('/orders/rules'));
    },
  };
  // Without a money screen, its papers are found here.
  const documents = props.totals
    ? [
        { label: t('orders:mergedView.statements'), url: '/money/statements' },
        { label: t('orders:mergedView.payouts'), url: '/money/payouts' },
      ]
    : [];
  const format = useFormat();
  const subtitle =
    props.storeOrders === null
      ? undefined
      : t('orders:group.of', {
          parts: t('orders:group.parts', { count: counts.count }),
          orders: t(props.storeOrders.isExact ? 'orders:group.orders' : 'orders:group.ordersAtLeast', {
            count: props.storeOrders.count,
            number: format.number(props.storeOrders.count),
          }),
        });
  const emptyTab = (id: 'ship' | 'due' | 'paid') => ({
    title: t(`orders:emptyTab.${id}.title`),
    body: t(`orders:emptyTab.${id}.body`),
  });
  return (
    <ScreenPage
      title={t('orders:title')}
      {...(subtitle ? { subtitle } : {})}
      secondaryActions={[...(fresh.show ? [fresh.show] : []), ...(withVendors ? [rules] : []), ...documents]}
      menus={[
        { label: t('common:export.action'), actions: withVendors ? [exporting, ...reports.actions] : [exporting] },
      ]}
    >
      <BlockStack gap="400">
        {past ? <PastOrdersReport past={past} /> : null}
        {report}
        {withVendors ? reports.report : null}
        {props.totals ? <Totals totals={props.totals} /> : null}
        {bulks.map((bulk) => (
          <BulkReport key={bulk.id} batch={bulk} mayShip={props.mayShip} />
        ))}
        {labels.reports.map((batch) => (
          <LabelBatchReport key={batch.id} batch={batch} mayAct={props.mayShip} />
        ))}
        <DataList<OrderListRow>
          name={
            withVendors
              ? { singular: t('orders:group.singular'), plural: t('orders:group.plural') }
              : { singular: t('orders:singular'), plural: t('orders:plural') }
          }
          rows={groups.rows}
          rowId={buildRowId}
          rowUrl={(row) => `/orders/${row.id}${returnTo}`}
          columns={useColumns({ withVendors, isMerged: props.totals !== null, seesMoney })}
          phone={(row) => ({
            picture: { src: row.firstLine?.image ?? undefined },
            title: row.name,
            aside: withVendors ? formatVendor(row, t) : row.buyer.name,
            line: row.firstLine?.title ?? '',
            badge: <OrderStatus row={row} />,
            amount: row.earnings ? <Money value={row.earnings} struck={isNeverPaid(row)} /> : null,
            end: props.totals ? <DueOf row={row} /> : <When at={row.orderedAt} />,
          })}
          tabs={[
            { id: 'all', label: t('orders:tab.all'), count: counts.count },
            { id: 'ship', label: t('orders:tab.ship'), count: counts.unfulfilled, empty: emptyTab('ship') },
            ...(seesMoney
              ? [
                  {
                    id: 'due',
                    label: t(paysVendors ? 'orders:tab.dueToVendors' : 'orders:tab.due'),
                    count: counts.payoutDue,
                    empty: emptyTab('due'),
                  },
                  { id: 'paid', label: t('orders:tab.paid'), count: counts.payoutPaid, empty: emptyTab('paid') },
                ]
              : []),
          ]}
          own={useListChoices('orders', props.choices)}
          filters={useFilters(props.vendorNames)}
          sorts={(['newest', 'oldest'] as const).map((value) => ({ value, label: t(`orders:sort.${value}`) }))}
          bulk={[
            ...(props.mayShip ? [expanded(shipping.action)] : []),
            ...(labels.mayBuy ? [expanded(labelling.action)] : []),
            ...printing.map(expanded),
          ]}
          maxBulk={MAX_AT_ONCE}
          searchHint={t('orders:searchHint')}
          page={{ ...page, shown: orders.length }}
          checkedAt={checkedAt}
          empty={{ title: t('orders:empty.title'), body: t('orders:empty.body') }}
        />
      </BlockStack>
      {shipping.dialog}
      {labelling.dialog}
    </ScreenPage>
  );
}

/** Whose an order is: its vendor, or how many there are. */
const formatVendor = (row: OrderListRow, t: ReturnType<typeof useText>): string =>
  row.group ? t('orders:group.vendors', { count: row.group.vendorOrders.length }) : row.vendor.name;

/** Prints the chosen orders in one file: slips for everybody, invoices for the marketplace, whose paper they are by default. */
function usePrintActions(orders: readonly OrderRowDto[], withVendors: boolean): BulkAction[] {
  const t = useText();
  const { open } = usePrint();
  const kinds = withVendors ? (['slip', 'invoice'] as const) : (['slip'] as const);
  const orderOf = new Map(orders.map((row) => [buildRowId(row), row.id]));
  return kinds.map((kind) => ({
    label: (count) => t(kind === 'slip' ? 'documents:print.slips' : 'documents:print.invoices', { count }),
    promoted: true,
    pageOnly: true,
    onAction: (ids) => {
      const chosen = new Set(ids.flatMap((id) => orderOf.get(id) ?? []));
      void open({ kind, orders: [...chosen] });
    },
  }));
}

function useFilters(vendorNames: readonly string[]): ListFilter[] {
  const t = useText();
  const sellers = vendorNames.map((name) => ({ value: name, label: name }));
  return [
    {
      key: 'fulfillment',
      label: t('orders:filter.fulfillment'),
      choices: (['unfulfilled', 'fulfilled', 'cancelled'] as const).map((value) => ({
        value,
        label: t(`common:status.${value}`),
      })),
    },
    {
      key: 'payment',
      label: t('orders:filter.payment'),
      choices: [{ value: 'sold', label: t('orders:filter.sold') }],
    },
    {
      key: 'period',
      label: t('lists:dates.label'),
      range: { from: 'from', to: 'to' },
      choices: (['today', 'week', 'month', 'quarter', 'year'] as const).map((value) => ({
        value,
        label: t(`orders:period.${value}`),
      })),
    },
    ...(sellers.length > 0 ? [{ key: 'seller', label: t('orders:column.vendor'), choices: sellers }] : []),
  ];
}

/** What was earned and is due in all, one pair a currency. */
function Totals({ totals }: { totals: NonNullable<OrdersScreenProps['totals']> }) {
  const t = useText();
  const dueName = useDueName();
  return (
    <>
      {totals.map(({ earned, due }) => (
        <section key={due.currency} aria-label={t('orders:mergedView.balancesIn', { currency: due.currency })}>
          <Metrics
            metrics={[
              { id: 'earned', label: t('orders:totals.earned'), value: earned },
              { id: 'due', label: dueName, value: due },
            ]}
          />
        </section>
      ))}
    </>
  );
}

/** What is due of an order, or that all of it is paid out. */
function DueOf({ row }: { row: OrderRowDto }) {
  const t = useText();
  const format = useFormat();
  return row.payout === 'paid' || !row.due ? (
    <PayoutBadge state={row.payout} />
  ) : (
    <span>{t('orders:totals.dueOf', { amount: format.money(row.due) })}</span>
  );
}
