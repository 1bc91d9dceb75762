import { Button } from '@shopify/polaris';
import { ChevronDownIcon, ChevronRightIcon } from '@shopify/polaris-icons';
import { useMemo, useState } from 'react';
import { asCurrency, money, parseAmount, toDto } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import type { OrderRowDto } from '#app/features/orders/orders.contract.ts';
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
    const whole: OrderListRow = { ...sumVendorOrders(vendorOrders), group: { vendorOrders, isOpen, toggle } };
    return isOpen ? [whole, ...vendorOrders.map((part): OrderListRow => ({ ...part, isBelow: true }))] : [whole];
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

/** An order as the vendor orders of it together stand. */
export function sumVendorOrders(vendorOrders: readonly OrderRowDto[]): OrderRowDto {
  const [first] = vendorOrders;
  if (!first) throw new Error('an order has a vendor order');
  return {
    ...first,
    vendor: { id: ALL, name: '' },
    itemCount: vendorOrders.reduce((sum, { itemCount }) => sum + itemCount, 0),
    fulfillment: joinFulfillment(vendorOrders),
    payout: joinPayout(vendorOrders),
    onHold: vendorOrders.some(({ onHold }) => onHold),
    total: sumAmounts(vendorOrders.map(({ total }) => total)) ?? first.total,
    earnings: sumAmounts(vendorOrders.map(({ earnings }) => earnings)),
    due: sumAmounts(vendorOrders.map(({ due }) => due)),
  };
}

/** A cancelled vendor order says nothing of the shipping of the others. */
function joinFulfillment(vendorOrders: readonly OrderRowDto[]): OrderRowDto['fulfillment'] {
  const states = new Set(vendorOrders.map(({ fulfillment }) => fulfillment).filter((one) => one !== 'cancelled'));
  const [only] = states;
  if (only === undefined) return 'cancelled';
  return states.size === 1 ? only : 'partially_fulfilled';
}

/** What is to be done comes first: something due, then something the buyer owes. */
function joinPayout(vendorOrders: readonly OrderRowDto[]): OrderRowDto['payout'] {
  const states = new Set(vendorOrders.map(({ payout }) => payout));
  const order = ['due', 'overpaid', 'unpaid', 'paid', 'none'] as const;
  return order.find((state) => states.has(state)) ?? 'none';
}

function sumAmounts(amounts: readonly (MoneyDto | null)[]): MoneyDto | null {
  const [first] = amounts;
  if (!first || amounts.some((one) => one?.currency !== first.currency)) return null;
  const currency = asCurrency(first.currency);
  const minors = amounts.map((one) => parseAmount(one?.amount ?? '0', currency));
  return toDto(
    money(
      minors.reduce((sum, minor) => (minor.ok ? sum + minor.value : sum), 0n),
      currency,
    ),
  );
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
