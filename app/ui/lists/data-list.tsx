import { Card } from '@shopify/polaris';
import { useText } from '../i18n/use-text.ts';
import { EmptyBody, ErrorCard } from '../components/cards.tsx';
import { useNavigation, useRevalidator } from '../router.ts';
import { filterKeys, type DataListProps } from './list.ts';
import { ListFilters } from './list-filters.tsx';
import { ListFoot } from './list-foot.tsx';
import { ListPhone } from './list-phone.tsx';
import { ListTable } from './list-table.tsx';
import { useFilterLabel } from './use-filter-label.ts';
import { useListMemory } from '../page/list-return.ts';
import { useIsPhone } from '../page/use-is-phone.ts';
import { useListUrl, type ListState } from './list-url.ts';

const LIST_KEYS = ['view', 'q', 'sort', 'page', 'cursor', 'before'];

/** A list with all its states; what is shown stands in the address, so it survives reload, back and sharing. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { rows, tabs = [], filters = [], sorts = [], empty, failure, page } = props;
  const t = useText();
  const isPhone = useIsPhone();
  const { state, change, open } = useListUrl(filterKeys(filters));
  useListMemory([...LIST_KEYS, ...filterKeys(filters)]);
  const filterLabel = useFilterLabel();
  const loading = useListLoading();
  const revalidator = useRevalidator();
  const firstTab = tabs[0]?.id ?? '';
  const narrowed =
    state.q !== '' || Object.keys(state.filters).length > 0 || (state.view !== '' && state.view !== firstTab);
  /** Where there is something, when the tab that opens first has nothing. */
  const fuller = narrowed ? undefined : tabs.findLast((tab) => (tab.count ?? 0) > 0);
  const hasAny = props.hasAny ?? fuller !== undefined;
  // Views of one's own stay in reach, whatever the list holds now.
  const isBare = rows.length === 0 && !narrowed && !failure && !hasAny && !props.own?.views.length;
  if (isBare) {
    return (
      <Card padding="0">
        <EmptyBody {...empty} />
      </Card>
    );
  }
  return (
    <div className="souk-list" aria-busy={loading}>
      {failure ? (
        <ErrorCard
          {...failure}
          retrying={revalidator.state !== 'idle'}
          onRetry={() => {
            revalidator.revalidate();
          }}
        />
      ) : null}
      <Card padding="0">
        <ListFilters
          state={state}
          change={change}
          openView={open}
          label={props.name.plural}
          tabs={tabs}
          withPlaces={props.withPlaces ?? false}
          filters={filters}
          sorts={sorts}
          columns={props.columns}
          own={props.own}
          searchless={props.searchless ?? false}
          searchHint={props.searchHint ?? t('common:list.search', { things: props.name.plural })}
          loading={loading}
        />
        {rows.length === 0 && !failure ? (
          <EmptyBody
            {...emptyText(props, t, { state, filterLabel }, () => {
              change({ q: '', filters: {} });
            })}
          />
        ) : (
          <>
            {isPhone === false ? null : (
              <div className="souk-list-phone">
                <ListPhone {...props} />
              </div>
            )}
            {isPhone === true ? null : (
              <div className="souk-list-wide">
                <ListTable
                  {...props}
                  loading={loading}
                  sort={state.sort === '' ? (sorts[0]?.value ?? '') : state.sort}
                  onSort={(value) => {
                    change({ sort: value === sorts[0]?.value ? '' : value });
                  }}
                />
              </div>
            )}
          </>
        )}
        {rows.length > 0 ? (
          <ListFoot
            page={page}
            rows={rows.length}
            shown={page.shown ?? rows.length}
            checkedAt={props.checkedAt}
            change={change}
          />
        ) : null}
        {props.foot}
      </Card>
    </div>
  );
}

/** Whether the rows of this very list are on their way (a new tab, search or page). */
function useListLoading(): boolean {
  const navigation = useNavigation();
  const here = typeof window === 'undefined' ? '' : window.location.pathname;
  return navigation.state === 'loading' && navigation.location.pathname === here;
}

type EmptyText = DataListProps<never>['empty'];

/** What stands in the place of rows: what the search and filters were, else what the open tab is for. */
function emptyText<Row>(
  { name, tabs = [], filters = [], empty }: DataListProps<Row>,
  t: ReturnType<typeof useText>,
  { state, filterLabel }: { state: ListState; filterLabel: ReturnType<typeof useFilterLabel> },
  onClear: () => void,
): EmptyText {
  const tab = tabs.find((one) => one.id === state.view) ?? tabs[0];
  if (state.q !== '' || Object.keys(state.filters).length > 0) {
    return {
      title: t('common:list.nothing', { things: name.plural }),
      body: narrowedBy(
        t,
        state.q,
        filters.flatMap((filter) => filterLabel(filter, state.filters) ?? []),
        tab?.id === state.view ? tab.label : undefined,
      ),
      action: { label: t('common:list.clear'), onAction: onClear, plain: true },
    };
  }
  if (tab?.empty) return tab.empty;
  if (!tab || tab === tabs[0]) return empty;
  return {
    title: t('common:list.emptyTab', { things: name.plural, tab: tab.label }),
    body: t('common:list.emptyTabBody'),
  };
}

function narrowedBy(
  t: ReturnType<typeof useText>,
  q: string,
  filters: readonly string[],
  tab: string | undefined,
): string {
  const quoted = q === '' ? [] : [t('common:list.quoted', { q })];
  return t('common:list.narrowed', { by: [...quoted, ...(tab ? [tab] : []), ...filters].join(', ') });
}
