import { IndexTable, useIndexResourceState } from '@shopify/polaris';
import { useEffect } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useNavigate } from '../router.ts';
import { useLayoutPath } from '../shell/shell-context.tsx';
import { LayoutLink } from '../shell/layout-link.tsx';
import type { DataListProps, ListColumn } from './list.ts';

type ListTableProps<Row> = DataListProps<Row> & {
  loading: boolean;
  /** The sort that holds, and choosing another by a heading. */
  sort: string;
  onSort: (value: string) => void;
};

/** The rows on wide screens, with selection when there are bulk actions. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { rows, rowId, bulk = [], name, loading } = props;
  const t = useText();
  const ids = rows.map(rowId);
  const items = ids.map((id) => ({ id }));
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection, removeSelectedResources } =
    useIndexResourceState(items);
  const shown = useShownColumns(props);
  const key = ids.join(' ');
  // Rows that left the page must not stay selected unseen; the others stay, so that a new row takes nobody's choice away.
  useEffect(() => {
    const gone = selectedResources.filter((id) => !ids.includes(id));
    // Everything that was found is chosen anew: it may be something else that is found now.
    if (allResourcesSelected) clearSelection();
    else if (gone.length > 0) removeSelectedResources(gone);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  const { maxBulk, page } = props;
  const hasMore = maxBulk !== undefined && (page.cursor !== undefined || page.before !== undefined);
  const isAll = hasMore && allResourcesSelected;
  const run = (action: (typeof bulk)[number]) => ({
    content: action.label(isAll ? maxBulk : selectedResources.length, isAll),
    onAction: () => {
      action.onAction(selectedResources, isAll);
    },
    ...(action.destructive ? { destructive: true } : {}),
  });
  // What is done with the rows of a page is not offered for everything that the list finds.
  const offered = bulk.filter((action) => !(isAll && action.pageOnly));
  const [first, ...others] = shown;
  if (!first) return null;
  return (
    <IndexTable
      resourceName={name}
      itemCount={rows.length}
      selectable={bulk.length > 0}
      selectedItemsCount={allResourcesSelected ? 'All' : selectedResources.length}
      onSelectionChange={handleSelectionChange}
      loading={loading}
      {...(hasMore
        ? {
            hasMoreItems: true,
            paginatedSelectAllActionText: t('common:list.selectAll', { count: maxBulk }),
            paginatedSelectAllText: t('common:list.allSelected', { count: maxBulk }),
          }
        : {})}
      headings={[toHeading(first), ...others.map(toHeading)]}
      {...sortProps(shown, props)}
      {...(bulk.length > 0
        ? {
            promotedBulkActions: offered.filter((action) => action.promoted).map(run),
            bulkActions: offered.filter((action) => !action.promoted).map(run),
          }
        : {})}
    >
      {rows.map((row, index) => (
        <TableRow
          key={ids[index]}
          {...props}
          row={row}
          index={index}
          shown={shown}
          selected={selectedResources.includes(rowId(row))}
        />
      ))}
    </IndexTable>
  );
}

function TableRow<Row>(
  props: DataListProps<Row> & { row: Row; index: number; shown: readonly ListColumn<Row>[]; selected: boolean },
) {
  const { row, index, shown, selected, rowId, rowUrl } = props;
  const navigate = useNavigate();
  const path = useLayoutPath();
  const url = rowUrl?.(row);
  return (
    <IndexTable.Row
      id={rowId(row)}
      position={index}
      selected={selected}
      {...(url === undefined
        ? {}
        : {
            onClick: () => {
              navigate(path(url));
            },
          })}
    >
      {shown.map((column, place) => (
        <IndexTable.Cell key={column.id} {...(column.align === 'end' ? { className: 'souk-cell-end' } : {})}>
          {place === 0 && url !== undefined ? (
            <LayoutLink url={url} className="souk-cell-link" data-row data-primary-link="true">
              {column.cell(row)}
            </LayoutLink>
          ) : (
            column.cell(row)
          )}
        </IndexTable.Cell>
      ))}
    </IndexTable.Row>
  );
}

/** The columns that are there for the viewer, less those that they hide; the first names the row and stays. */
function useShownColumns<Row>({ columns, own }: DataListProps<Row>): ListColumn<Row>[] {
  const hidden = new Set(own?.hiddenColumns);
  return columns.filter(
    (column, index) => !column.hidden && (index === 0 || column.isFixed === true || !hidden.has(column.id)),
  );
}

/** Which headings sort, which of them does now, and what a press on one asks for. */
function sortProps<Row>(shown: readonly ListColumn<Row>[], { sort, onSort }: ListTableProps<Row>) {
  if (!shown.some((column) => column.sort)) return {};
  const sorted = shown.findIndex((column) => column.sort?.asc === sort || column.sort?.desc === sort);
  const isRising = shown[sorted]?.sort?.asc === sort;
  return {
    sortable: shown.map((column) => column.sort !== undefined),
    ...(sorted < 0
      ? {}
      : { sortColumnIndex: sorted, sortDirection: isRising ? ('ascending' as const) : ('descending' as const) }),
    onSort: (index: number) => {
      const of = shown[index]?.sort;
      if (!of) return;
      const first = of.first === 'asc' ? (of.asc ?? of.desc) : (of.desc ?? of.asc);
      const other = first === of.asc ? of.desc : of.asc;
      onSort((index === sorted && sort === first ? other : first) ?? '');
    },
  };
}

function toHeading<Row>(column: ListColumn<Row>) {
  return {
    id: column.id,
    title: column.title,
    // A row's own menu says what it is; its column is named for those who cannot see it.
    hidden: column.isFixed === true,
    ...(column.align === 'end' ? { alignment: 'end' as const } : {}),
  };
}
