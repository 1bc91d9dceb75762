import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import { useLayout } from '../shell/shell-context.tsx';
import { CACHE } from './client-rules.ts';

type Layout = ReturnType<typeof useLayout>;

/** The rules of the cache at a layout: in the entry area a failed call is not repeated by it, because ky did so already. */
export function cacheRules(layout: Layout, isSlow: boolean): SWRConfiguration {
  const pace = isSlow ? 'slow' : 'usual';
  return {
    dedupingInterval: CACHE.dedupeMs,
    focusThrottleInterval: CACHE.focusThrottleMs,
    errorRetryInterval: CACHE.errorRetryMs[pace],
    loadingTimeout: CACHE.loadingTimeoutMs[pace],
    ...(layout === 'login' ? { errorRetryCount: 0 } : {}),
  };
}

/** Whether the browser says that its connection is slow, or that it saves data. */
export function isSlowConnection(browser: object): boolean {
  const { connection } = browser as { connection?: { effectiveType?: string; saveData?: boolean } };
  return connection?.saveData === true || ['slow-2g', '2g'].includes(connection?.effectiveType ?? '');
}

/** Data that a screen fetches itself (search while typing, live parts), kept by its key; null asks for nothing. */
export function useData<Data>(key: readonly unknown[] | null, load: () => Promise<Data>): SWRResponse<Data> {
  const layout = useLayout();
  const isSlow = typeof navigator !== 'undefined' && isSlowConnection(navigator);
  return useSWR<Data>(key, load, cacheRules(layout, isSlow));
}
