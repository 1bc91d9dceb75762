import { Filters } from '@shopify/polaris';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { viewAddress } from '#app/core/list-address.ts';
import { PlacesBesideList } from '../page/place-tabs.tsx';
import { useSearchParams } from '../router.ts';
import { useFormat } from '../shell/shell-context.tsx';
import { DateFilter } from './date-filter.tsx';
import { FilterField } from './filter-field.tsx';
import type { ListColumn, ListFilter, ListSort, ListTab, OwnChoices } from './list.ts';
import { ListTabs } from './list-tabs.tsx';
import { ColumnMenu, SortMenu, ViewMenu } from './list-tools.tsx';
import type { ListChange, ListState } from './list-url.ts';
import { useFilterLabel } from './use-filter-label.ts';

const SEARCH_DELAY_MS = 300;
const OWN = 'own-';

type ListFiltersProps = {
  state: ListState;
  change: (next: ListChange) => void;
  /** Opens a view of one's own by the query that it keeps. */
  openView?: (address: string) => void;
  /** What the list's tabs are of, for readers of the screen. */
  label?: string;
  tabs: readonly ListTab[];
  withPlaces?: boolean;
  filters: readonly ListFilter[];
  sorts: readonly ListSort[];
  columns?: readonly ListColumn<never>[];
  own?: OwnChoices | undefined;
  searchless: boolean;
  searchHint: string;
  loading: boolean;
};

/** Tabs with counts and views of one's own; under them search, the filters in view, and order, columns and views. */
export function ListFilters(props: ListFiltersProps) {
  const { state, change, tabs, filters, sorts, own, searchless, searchHint, loading } = props;
  const search = useDebouncedSearch(state.q, change);
  const applied = useFilterProps(filters, state, change);
  const hasBar = !searchless || filters.length > 0;
  const clearAll = (): void => {
    search.set('');
    change({ q: '', filters: {} });
  };
  const tools = (
    <div className="souk-list-tools">
      {sorts.length > 1 ? (
        <SortMenu
          sorts={sorts}
          sort={state.sort}
          onSort={(value) => {
            change({ sort: value === sorts[0]?.value ? '' : value });
          }}
        />
      ) : null}
      {own && props.columns ? (
        <span className="souk-list-wide">
          <ColumnMenu columns={props.columns} own={own} />
        </span>
      ) : null}
      {own ? <Views {...props} own={own} /> : null}
    </div>
  );
  return (
    <>
      {tabs.length > 0 || (own && own.views.length > 0) ? <Tabs {...props} tools={hasBar ? null : tools} /> : null}
      {hasBar ? (
        <div className="souk-filters">
          <Filters
            queryValue={search.typed}
            queryPlaceholder={searchHint}
            onQueryChange={search.set}
            onQueryClear={() => {
              search.set('');
            }}
            hideQueryField={searchless}
            loading={loading}
            {...applied}
            onClearAll={clearAll}
          >
            {tools}
          </Filters>
        </div>
      ) : null}
    </>
  );
}

/** The list's own tabs, then those views that the viewer keeps; a view is open while the address says exactly what it keeps. */
function Tabs(props: ListFiltersProps & { tools: ReactNode }) {
  const { state, change, openView, label, tabs, own, tools, withPlaces } = props;
  const format = useFormat();
  const open = useOpenView(own);
  const views = own?.views ?? [];
  return (
    <div className="souk-tabs-row">
      <ListTabs
        label={label ?? ''}
        tabs={[
          ...tabs.map(({ id, label: name, count }) => ({
            id,
            label: name,
            ...(count === undefined ? {} : { count: format.number(count) }),
          })),
          ...views.map(({ id, name }) => ({ id: `${OWN}${id}`, label: name, isOwn: true })),
        ]}
        selected={open ? `${OWN}${open.id}` : ((tabs.find(({ id }) => id === state.view) ?? tabs[0])?.id ?? '')}
        onSelect={(id) => {
          const view = views.find((one) => `${OWN}${one.id}` === id);
          if (view) openView?.(view.address);
          else if (open) openView?.(id === tabs[0]?.id ? '' : `view=${id}`);
          else change({ view: id === tabs[0]?.id ? '' : id });
        }}
        links={withPlaces ? <PlacesBesideList /> : null}
      />
      {tools}
    </div>
  );
}

function Views({ own }: ListFiltersProps & { own: OwnChoices }) {
  const open = useOpenView(own);
  return <ViewMenu own={own} open={open} address={useAddress()} />;
}

function useAddress(): string {
  const [params] = useSearchParams();
  return viewAddress(params.toString());
}

function useOpenView(own: OwnChoices | undefined) {
  const address = useAddress();
  return own?.views.find((view) => view.address === address);
}

function useFilterProps(filters: readonly ListFilter[], state: ListState, change: (next: ListChange) => void) {
  const labelOf = useFilterLabel();
  const put = (values: Record<string, string>): void => {
    const next = Object.entries({ ...state.filters, ...values }).filter(([, value]) => value !== '');
    change({ filters: Object.fromEntries(next) });
  };
  const valueOf = (key: string): string => state.filters[key] ?? '';
  return {
    filters: filters.map((filter) => ({
      key: filter.key,
      label: filter.label,
      pinned: true,
      filter: filter.range ? (
        <DateFilter
          filter={filter}
          chosen={{ period: valueOf(filter.key), from: valueOf(filter.range.from), to: valueOf(filter.range.to) }}
          onChoose={({ period, from, to }) => {
            const { range } = filter;
            // What holds without an address need not stand in it.
            const value = period === filter.standard ? '' : period;
            put({ [filter.key]: value, ...(range ? { [range.from]: from, [range.to]: to } : {}) });
          }}
        />
      ) : (
        <FilterField
          filter={filter}
          chosen={valueOf(filter.key)}
          onChoose={(value) => {
            put({ [filter.key]: value });
          }}
        />
      ),
    })),
    appliedFilters: filters.flatMap((filter) => {
      const label = labelOf(filter, state.filters);
      if (label === undefined) return [];
      const { key, range, standard } = filter;
      const onRemove = (): void => {
        put({ [key]: standard === undefined ? '' : 'all', ...(range ? { [range.from]: '', [range.to]: '' } : {}) });
      };
      return [{ key, label, onRemove }];
    }),
  };
}

/** Holds what is typed at once and puts it into the address when the typing pauses. */
function useDebouncedSearch(q: string, change: (next: ListChange) => void) {
  const [typed, setTyped] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // A change from outside (back, a cleared filter) replaces what stands in the field; one's own typing comes back the same.
  const [known, setKnown] = useState(q);
  if (known !== q) {
    setKnown(q);
    if (typed.trim() !== q) setTyped(q);
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const set = (next: string): void => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => {
        change({ q: next });
      },
      next === '' ? 0 : SEARCH_DELAY_MS,
    );
  };
  return { typed, set };
}
