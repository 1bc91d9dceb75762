import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { invariant } from '#app/core/invariant.ts';
import type { FormAnswer } from '../forms/answer.ts';
import { useFetcher } from '../router.ts';

type Hear = (answer: FormAnswer) => void;
/** What was sent on a fetcher; `before` is the answer that stood there until then. */
type Watched = { id: number; fetcherKey: string; before: unknown; hear: Hear };
type Watch = (fetcherKey: string, before: unknown, hear: Hear) => void;

const WatchContext = createContext<Watch | undefined>(undefined);

/**
 * Hears the next answer of a fetcher, called as something is sent on it. The sender may be gone by then: what it did can take
 * the row or the card away which it stands in, before it has seen that it was done.
 */
export function useAnswerWatch(): Watch {
  const watch = useContext(WatchContext);
  invariant(watch, 'an answer is waited for outside AnswerWatch');
  return watch;
}

export function AnswerWatch({ children }: { children: ReactNode }) {
  const [watched, setWatched] = useState<readonly Watched[]>([]);
  const last = useRef(0);
  const watch = useCallback<Watch>((fetcherKey, before, hear) => {
    last.current += 1;
    const one = { id: last.current, fetcherKey, before, hear };
    setWatched((now) => [...now.filter((other) => other.fetcherKey !== fetcherKey), one]);
  }, []);
  const forget = useCallback((id: number) => {
    setWatched((now) => now.filter((one) => one.id !== id));
  }, []);
  return (
    <WatchContext.Provider value={watch}>
      {children}
      {watched.map((one) => (
        <Listener key={one.id} {...one} onEnd={forget} />
      ))}
    </WatchContext.Provider>
  );
}

function Listener({ id, fetcherKey, before, hear, onEnd }: Watched & { onEnd: (id: number) => void }) {
  const fetcher = useFetcher<FormAnswer>({ key: fetcherKey });
  const wasBusy = useRef(false);
  const hasEnded = useRef(false);
  // After every drawing, since the router hands the answer over before its state says so.
  useEffect(() => {
    if (hasEnded.current) return;
    const answer = fetcher.data === before ? undefined : fetcher.data;
    if (fetcher.state !== 'idle') wasBusy.current = true;
    if (fetcher.state === 'submitting' || (!answer && !(wasBusy.current && fetcher.state === 'idle'))) return;
    hasEnded.current = true;
    if (answer) hear(answer);
    onEnd(id);
  });
  return null;
}
