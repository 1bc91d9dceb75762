import { useEffect, useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { PageAction } from '#app/ui/page/page-action.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { useLocation } from '#app/ui/router.ts';

type Seen = { address: string; ids: ReadonlySet<string> };

/**
 * The rows of a list that reads itself again, without those that have come in on top: no row moves under somebody's hand. They
 * are told of quietly, and shown when one asks for them or goes anywhere. On a page after the first what comes on top was
 * pushed there from the page before, which is no news: its rows are shown as they were read.
 */
export function useFreshRows<Row>(
  loaded: readonly Row[],
  rowId: (row: Row) => string,
  isFirstPage: boolean,
): { rows: readonly Row[]; show: PageAction | undefined } {
  const t = useText();
  const toast = useToast();
  const { key, search } = useLocation();
  const address = `${key}${search}`;
  const seeAll = (): Seen => ({ address, ids: new Set(loaded.map(rowId)) });
  const [seen, setSeen] = useState(seeAll);
  const known = seen.address === address ? seen : seeAll();
  const first = loaded.findIndex((row) => known.ids.has(rowId(row)));
  // What comes in below moves nothing, and where nothing known is left there is nothing to keep in its place.
  const count = isFirstPage ? Math.max(0, first) : 0;
  const hasGrown = loaded.slice(count).some((row) => !known.ids.has(rowId(row)));
  useEffect(() => {
    if (known !== seen) setSeen(known);
    else if (hasGrown || first === -1) {
      setSeen({ address, ids: new Set([...known.ids, ...loaded.slice(count).map(rowId)]) });
    }
    // What was read decides; all of these follow from it.
  }, [loaded, address]);
  const onAction = (): void => {
    setSeen(seeAll());
  };
  useEffect(() => {
    if (count > 0) toast(t('orders:live', { count }));
    // Only their number is the news.
  }, [count]);
  return {
    rows: loaded.slice(count),
    show: count > 0 ? { label: t('orders:showLive', { count }), onAction } : undefined,
  };
}
