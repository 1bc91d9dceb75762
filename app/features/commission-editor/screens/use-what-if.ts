import { useEffect, useRef, useState } from 'react';
import type { CallInput } from '#app/ui/session/api-client.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { whatIfEndpoint, WhatIfStep, WhatIfVendor } from '../what-if.contract.ts';

type WhatIfInput = CallInput<typeof whatIfEndpoint>['body'];

/** How far a comparison is: the orders looked at, of how many, and what each step said of the vendors. */
export type Comparison = {
  state: 'running' | 'done' | 'failed';
  /** What was compared, to tell whether it is still what stands in the fields. */
  asked: string;
  done: number;
  total: number;
  steps: readonly (readonly WhatIfVendor[])[];
  reason?: string;
};

/** One step of a comparison, from where the one before ended. */
type Step = (cursor: string | null, signal: AbortSignal) => Promise<WhatIfStep>;

/** Compares a list with those in force, step by step; it can be stopped, and leaving the page stops it. */
export function useWhatIf() {
  const { comparison, start, stop } = useComparison();
  const compare = (list: WhatIfInput): void => {
    start(keyOfList(list), (cursor, signal) =>
      callApi<typeof whatIfEndpoint>(
        'POST',
        '/settings/commission/what-if',
        { body: { ...list, ...(cursor ? { cursor } : {}) } },
        { signal },
      ),
    );
  };
  return { comparison, compare, stop };
}

/** A comparison in steps: `asked` tells later whether what was compared is still what stands in the fields. */
export function useComparison(): {
  comparison: Comparison | undefined;
  start: (requested: string, step: Step) => void;
  stop: () => void;
} {
  const t = useText();
  const [comparison, setComparison] = useState<Comparison>();
  const running = useRef<AbortController>();
  const stop = (): void => {
    running.current?.abort();
  };
  useEffect(() => stop, []);
  const run = async (requested: string, ask: Step, signal: AbortSignal): Promise<void> => {
    let now: Comparison = { state: 'running', asked: requested, done: 0, total: 0, steps: [] };
    const show = (next: Comparison): void => {
      now = next;
      if (!signal.aborted) setComparison(next);
    };
    show(now);
    try {
      let cursor: string | null = null;
      do {
        const step: WhatIfStep = await ask(cursor, signal);
        const done = now.done + step.count;
        show({ ...now, done, total: Math.max(step.total ?? now.total, done), steps: [...now.steps, step.vendors] });
        cursor = step.next;
      } while (cursor !== null);
      show({ ...now, state: 'done' });
    } catch (error) {
      const reason = error instanceof ApiRefusal ? refusalText(t, error) : t('commissions:whatIf.failed');
      show({ ...now, state: 'failed', reason });
    }
  };
  return {
    comparison,
    stop: () => {
      stop();
      setComparison(undefined);
    },
    start: (requested, step) => {
      stop();
      running.current = new AbortController();
      void run(requested, step, running.current.signal);
    },
  };
}

/** The same for the same list. */
export const keyOfList = (list: WhatIfInput): string => JSON.stringify([list.vendor ?? null, list.commissions]);
