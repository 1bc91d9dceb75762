import { Button } from '@shopify/polaris';
import { ChevronDownIcon, ChevronRightIcon } from '@shopify/polaris-icons';
import { useMemo, useState } from 'react';
import { asCurrency, money, parseAmount, toDto } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import type { OrderRowDto } from '#app/features/orders/orders.contract.ts';
import { useText } from '#app/ui/i18n/use-text.ts';

/** A row of the list: a vendor order, or an order of several vendors with theirs, which stand below it once it is open. */
export type OrderListRow = OrderRowDto & {
  group?: { parts: readonly OrderRowDto[]; isOpen: boolean; toggle: () => void };
  isPart?: true;
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
  const rows = groups.flatMap((parts): OrderListRow[] => {
    const [first] = parts;
    if (!first || parts.length === 1) return [...parts];
    const isOpen = open.has(first.id);
    const toggle = (): void => {
      setOpen(new Set(isOpen ? [...open].filter((id) => id !== first.id) : [...open, first.id]));
    };
    const whole: OrderListRow = { ...sumParts(parts), group: { parts, isOpen, toggle } };
    return isOpen ? [whole, ...parts.map((part): OrderListRow => ({ ...part, isPart: true }))] : [whole];
  });
  const expand = (ids: readonly string[]): string[] => {
    const chosen = new Set(ids);
    const all = groups.flatMap((parts) => {
      const isWhole = parts[0] !== undefined && chosen.has(`${parts[0].id}-${ALL}`);
      return parts.map(buildRowId).filter((id) => isWhole || chosen.has(id));
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
export function sumParts(parts: readonly OrderRowDto[]): OrderRowDto {
  const [first] = parts;
  if (!first) throw new Error('an order has a vendor order');
  return {
    ...first,
    vendor: { id: ALL, name: '' },
    itemCount: parts.reduce((sum, { itemCount }) => sum + itemCount, 0),
    fulfillment: joinFulfillment(parts),
    payout: joinPayout(parts),
    onHold: parts.some(({ onHold }) => onHold),
    total: sumAmounts(parts.map(({ total }) => total)) ?? first.total,
    earnings: sumAmounts(parts.map(({ earnings }) => earnings)),
    due: sumAmounts(parts.map(({ due }) => due)),
  };
}

/** A cancelled vendor order says nothing of the shipping of the others. */
function joinFulfillment(parts: readonly OrderRowDto[]): OrderRowDto['fulfillment'] {
  const states = new Set(parts.map(({ fulfillment }) => fulfillment).filter((one) => one !== 'cancelled'));
  const [only] = states;
  if (only === undefined) return 'cancelled';
  return states.size === 1 ? only : 'partially_fulfilled';
}

/** What is to be done comes first: something due, then something the buyer owes. */
function joinPayout(parts: readonly OrderRowDto[]): OrderRowDto['payout'] {
  const states = new Set(parts.map(({ payout }) => payout));
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
  const { parts, isOpen, toggle } = row.group;
  return (
    // The row itself opens the order; a press here does only what it says.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span
      onClick={(event) => {
        event.stopPropagation();
      }}
    >
      <Button
        variant="monochromePlain"
        icon={isOpen ? ChevronDownIcon : ChevronRightIcon}
        ariaExpanded={isOpen}
        accessibilityLabel={t(isOpen ? 'orders:group.hide' : 'orders:group.show', { name: row.name })}
        onClick={toggle}
      >
        {t('orders:group.vendors', { count: parts.length })}
      </Button>
    </span>
  );
}
