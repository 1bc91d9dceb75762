import { useCallback, useEffect, useState } from 'preact/hooks';
import { describeRefusal } from './call.ts';

export type Loaded<Value> =
  { state: 'loading' } | { state: 'failed'; message: string } | { state: 'ready'; value: Value };

/** What `load` yields, and the way to load it again. What came first stays shown until the new one is there. */
export function useLoaded<Value>(load: () => Promise<Value>): { loaded: Loaded<Value>; reload: () => Promise<void> } {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' });
  const reload = useCallback(async () => {
    try {
      setLoaded({ state: 'ready', value: await load() });
    } catch (error) {
      setLoaded({ state: 'failed', message: describeRefusal(error) });
    }
    // `load` closes over what the page shows, which does not change while the extension stands.
  }, []);
  useEffect(() => void reload(), [reload]);
  return { loaded, reload };
}
