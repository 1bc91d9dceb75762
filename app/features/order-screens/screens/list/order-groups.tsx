import { Button } from '@shopify/polaris';
import { ChevronDownIcon, ChevronRightIcon } from '@shopify/polaris-icons';
import { useMemo, useState } from 'react';
import type { OrderRowDto } from '#app/features/orders/orders.contract.ts';
import { sumVendorOrders } from '#app/features/orders/vendor-orders-sum.ts';
import { useText } from '#app/ui/i18n/use-text.ts';

/** A row of the list: a vendor order, or an order of several vendors with theirs, which stand below it once it is open. */
export type OrderListRow = OrderRowDto & {
  group?: { vendorOrders: readonly OrderRowDto[]; isOpen: boolean; toggle: () => void };
  isBelow?: true;
};

/** What stands for the vendor in the id of the row of a whole order. */
const ALL = 'all';

export const buildRowId = (row: OrderRowDto): string => `${row.id}-${row.vendor.id}`;

/**
 * Vendor orders as rows of their orders: one row for each order, which opens to those of its vendors. `expand` makes the ids of
 * chosen rows those of vendor orders.
 */
export function useOrderGroups(
  orders: readonly OrderRowDto[],
  isGrouped: boolean,
): { rows: readonly OrderListRow[]; expand: (ids: readonly string[]) => string[] } {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const groups = useMemo(() => (isGrouped ? groupByOrder(orders) : orders.map((row) => [row])), [orders, isGrouped]);
  const rows = groups.flatMap((vendorOrders): OrderListRow[] => {
    const [first] = vendorOrders;
    if (!first || vendorOrders.length === 1) return [...vendorOrders];
    const isOpen = open.has(first.id);
    const toggle = (): void => {
      setOpen(new Set(isOpen ? [...open].filter((id) => id !== first.id) : [...open, first.id]));
    };
    const whole: OrderListRow = {
      ...sumVendorOrders(vendorOrders),
      vendor: { id: ALL, name: '' },
      group: { vendorOrders, isOpen, toggle },
    };
    return isOpen ? [whole, ...vendorOrders.map((row): OrderListRow => ({ ...row, isBelow: true }))] : [whole];
  });
  const expand = (ids: readonly string[]): string[] => {
    const chosen = new Set(ids);
    const all = groups.flatMap((vendorOrders) => {
      const isWhole = vendorOrders[0] !== undefined && chosen.has(`${vendorOrders[0].id}-${ALL}`);
      return vendorOrders.map(buildRowId).filter((id) => isWhole || chosen.has(id));
    });
    return [...new Set(all)];
  };
  return { rows, expand };
}

/** Rows that follow one another and are of one order. */
function groupByOrder(orders: readonly OrderRowDto[]): OrderRowDto[][] {
  const groups: OrderRowDto[][] = [];
  for (const row of orders) {
    const last = groups.at(-1);
    if (last?.[0]?.id === row.id) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** How many vendors an order has, and the button that shows theirs below it. */
export function GroupToggle({ row }: { row: OrderListRow }) {
  const t = useText();
  if (!row.group) return <>{row.vendor.name}</>;
  const { vendorOrders, isOpen, toggle } = row.group;
  const vendors = t('orders:group.vendors', { count: vendorOrders.length });
  return (
    // The row itself opens the order; a press here does only what it says.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span
      className="souk-order-toggle"
      onClick={(event) => {
        event.stopPropagation();
      }}
    >
      <Button
        variant="monochromePlain"
        icon={isOpen ? ChevronDownIcon : ChevronRightIcon}
        ariaExpanded={isOpen}
        accessibilityLabel={`${vendors}, ${row.name}`}
        onClick={toggle}
      >
        {vendors}
      </Button>
    </span>
  );
}
