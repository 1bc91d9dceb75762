import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import { useDoor } from '../shell/shell-context.tsx';
import { CACHE } from './client-rules.ts';

type Door = ReturnType<typeof useDoor>;

/** The rules of the cache at a door: in the entry area a failed call is not repeated by it, because ky did so already. */
export function cacheRules(door: Door, isSlow: boolean): SWRConfiguration {
  const pace = isSlow ? 'slow' : 'usual';
  return {
    dedupingInterval: CACHE.dedupeMs,
    focusThrottleInterval: CACHE.focusThrottleMs,
    errorRetryInterval: CACHE.errorRetryMs[pace],
    loadingTimeout: CACHE.loadingTimeoutMs[pace],
    ...(door === 'login' ? { errorRetryCount: 0 } : {}),
  };
}

/** Whether the browser says that its connection is slow, or that it saves data. */
export function isSlowConnection(browser: object): boolean {
  const { connection } = browser as { connection?: { effectiveType?: string; saveData?: boolean } };
  return connection?.saveData === true || ['slow-2g', '2g'].includes(connection?.effectiveType ?? '');
}

/** Data that a screen fetches itself (search while typing, live parts), kept by its key; null asks for nothing. */
export function useData<Data>(key: readonly unknown[] | null, load: () => Promise<Data>): SWRResponse<Data> {
  const door = useDoor();
  const isSlow = typeof navigator !== 'undefined' && isSlowConnection(navigator);
  return useSWR<Data>(key, load, cacheRules(door, isSlow));
}
