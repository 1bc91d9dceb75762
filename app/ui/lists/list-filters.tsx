import { IndexFilters, IndexFiltersMode, Tabs, useSetIndexFiltersMode } from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../shell/shell-context.tsx';
import { FilterField } from './filter-field.tsx';
import { chosenLabel, type ListFilter, type ListSort, type ListTab } from './list.ts';
import type { ListChange, ListState } from './list-url.ts';

const SEARCH_DELAY_MS = 300;

type ListFiltersProps = {
  state: ListState;
  change: (next: ListChange) => void;
  tabs: readonly ListTab[];
  filters: readonly ListFilter[];
  sorts: readonly ListSort[];
  searchless: boolean;
  searchHint: string;
  loading: boolean;
};

/** Tabs with counts, search, filters and sort over a list. */
export function ListFilters(props: ListFiltersProps) {
  const { state, change, tabs, filters, sorts, searchless, searchHint, loading } = props;
  const format = useFormat();
  const started = state.q !== '' || Object.keys(state.filters).length > 0;
  const { mode, setMode } = useSetIndexFiltersMode(started ? IndexFiltersMode.Filtering : IndexFiltersMode.Default);
  const search = useDebouncedSearch(state.q, change);
  const selected = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === state.view),
  );
  const items = tabs.map((tab) => ({
    id: `tab-${tab.id}`,
    content: tab.count === undefined ? tab.label : `${tab.label} ${format.number(tab.count)}`,
    isLocked: true,
  }));
  const select = (index: number): void => {
    change({ view: index === 0 ? '' : (tabs[index]?.id ?? '') });
  };
  const bare = searchless && filters.length === 0 && sorts.length === 0;
  if (bare) return tabs.length > 0 ? <Tabs tabs={items} selected={selected} onSelect={select} /> : null;
  return (
    <IndexFilters
      tabs={items}
      selected={selected}
      onSelect={select}
      mode={mode}
      setMode={setMode}
      canCreateNewView={false}
      cancelAction={{
        onAction: () => {
          search.set('');
          change({ q: '', filters: {} });
        },
      }}
      queryValue={search.typed}
      queryPlaceholder={searchHint}
      onQueryChange={search.set}
      onQueryClear={() => {
        search.set('');
      }}
      hideQueryField={searchless}
      loading={loading}
      {...filterProps(filters, state, change)}
      onClearAll={() => {
        search.set('');
        change({ q: '', filters: {} });
      }}
      {...(sorts.length > 0 ? sortProps(sorts, state.sort, change) : {})}
      hideFilters={filters.length === 0}
      disableStickyMode
    />
  );
}

function filterProps(filters: readonly ListFilter[], state: ListState, change: (next: ListChange) => void) {
  const without = (key: string): Record<string, string> =>
    Object.fromEntries(Object.entries(state.filters).filter(([one]) => one !== key));
  return {
    filters: filters.map((filter) => ({
      key: filter.key,
      label: filter.label,
      shortcut: true,
      filter: (
        <FilterField
          filter={filter}
          chosen={state.filters[filter.key] ?? ''}
          onChoose={(value) => {
            change({ filters: { ...without(filter.key), ...(value ? { [filter.key]: value } : {}) } });
          }}
        />
      ),
    })),
    appliedFilters: filters
      .filter((filter) => state.filters[filter.key] !== undefined)
      .map((filter) => ({
        key: filter.key,
        label: `${filter.label}: ${chosenLabel(filter, state.filters[filter.key])}`,
        onRemove: () => {
          change({ filters: without(filter.key) });
        },
      })),
  };
}

/** Polaris' sort button knows "key direction"; ours are whole values of the contract, so the direction is a placeholder. */
function sortProps(sorts: readonly ListSort[], sort: string, change: (next: ListChange) => void) {
  const current = sort === '' ? (sorts[0]?.value ?? '') : sort;
  return {
    sortOptions: sorts.map(({ value, label }) => ({ value: `${value} asc` as const, label, directionLabel: '' })),
    sortSelected: [`${current} asc`],
    onSort: ([chosen]: string[]) => {
      const value = (chosen ?? '').replace(/ (asc|desc)$/, '');
      change({ sort: value === sorts[0]?.value ? '' : value });
    },
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
