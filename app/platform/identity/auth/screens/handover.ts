import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { continueEndpoint, proxyLoginEndpoint, signInSchema } from '../auth.contract.ts';
import { isSafari } from '../device.ts';
import type { Refusal } from './post-form.ts';

/** What frame and tab say to one another. Both are of this site, and each looks at who speaks. */
type Message = { souk: 'ready' } | { souk: 'handover'; token: string };

const isMessage = (data: unknown): data is Message => typeof data === 'object' && data !== null && 'souk' in data;

/** Told by its name: the class comes with the client, which may not have been reached. */
const isRefusal = (error: unknown): error is Error & Refusal => error instanceof Error && error.name === 'ApiRefusal';

/** What the server refused, or that it was not reached. */
function toRefusal(error: unknown): Refusal {
  if (!isRefusal(error)) return { code: 'offline', message: '' };
  const { code, reason, params, message, issues } = error;
  return { code, reason, params, message, issues };
}

/** The client, fetched when it is needed: most people sign in without a frame. */
const fetchClient = () => import('#app/ui/session/api-client.ts');

const openTab = (store: string): Window | null =>
  window.open(`/app/login/continue?${new URLSearchParams({ store }).toString()}`, '_blank');

type State =
  | { is: 'idle' | 'sending' | 'handed' }
  /** The browser let no tab open by itself: a press of a button may. */
  | { is: 'blocked'; token: string }
  | { is: 'refused'; refusal: Refusal };

/**
 * Signing in from inside a frame: the call is made here, so that a refusal stands under the form, and the app opens in a tab
 * of its own, to which the sign-in is handed once it says that it is there. Safari opens tabs for the press itself only, so
 * there it is opened first and closed again after a refusal.
 */
export function useFramedSignIn(store: string) {
  const [state, setState] = useState<State>({ is: 'idle' });
  const onHold = useRef<{ tab: Window | null; isReady: boolean; token: string | undefined }>();

  const hand = useCallback(() => {
    const { tab, isReady, token } = onHold.current ?? {};
    if (!tab || !isReady || !token) return;
    tab.postMessage({ souk: 'handover', token } satisfies Message, window.location.origin);
    onHold.current = undefined;
    setState({ is: 'handed' });
  }, []);

  useEffect(() => {
    const hear = (event: MessageEvent<unknown>): void => {
      const isOurTab = event.origin === window.location.origin && event.source === onHold.current?.tab;
      if (!isOurTab || !onHold.current || !isMessage(event.data) || event.data.souk !== 'ready') return;
      onHold.current.isReady = true;
      hand();
    };
    window.addEventListener('message', hear);
    return () => {
      window.removeEventListener('message', hear);
    };
  }, [hand]);

  const openFor = useCallback(
    (token: string, opened: Window | null = openTab(store)) => {
      onHold.current = { tab: opened, isReady: onHold.current?.isReady ?? false, token };
      if (!opened) setState({ is: 'blocked', token });
      else hand();
    },
    [hand, store],
  );

  const submit = useCallback(
    async (form: z.input<typeof signInSchema>): Promise<void> => {
      const early = isSafari(navigator.userAgent) ? openTab(store) : null;
      onHold.current = { tab: early, isReady: false, token: undefined };
      setState({ is: 'sending' });
      try {
        const { callApi } = await fetchClient();
        const { handover = '' } = await callApi<typeof proxyLoginEndpoint>('POST', '/auth/proxy/login', {
          body: form,
          form: true,
        });
        openFor(handover, early ?? undefined);
      } catch (error) {
        early?.close();
        setState({ is: 'refused', refusal: toRefusal(error) });
      }
    },
    [openFor, store],
  );

  return { state, submit, openFor };
}

/** The tab's side: tells the frame that opened it that it is there, and goes on with what it is handed. */
export function useHandover(store: string): void {
  useEffect(() => {
    const leave = (to: string): void => {
      window.location.replace(to);
    };
    const signIn = `/app/login?${new URLSearchParams({ store }).toString()}`;
    const opener = window.opener as Window | null;
    if (!opener) {
      leave(signIn);
      return undefined;
    }
    const hear = (event: MessageEvent<unknown>): void => {
      if (event.origin !== window.location.origin || event.source !== opener || !isMessage(event.data)) return;
      if (event.data.souk !== 'handover') return;
      const { token } = event.data;
      const goOn = async () => {
        const { callApi } = await fetchClient();
        return callApi<typeof continueEndpoint>('POST', '/auth/public/continue', { body: { store, token } });
      };
      goOn().then(
        ({ next }) => {
          leave(next ? `/app/login/second-factor?${new URLSearchParams({ store }).toString()}` : '/app');
        },
        () => {
          leave(signIn);
        },
      );
    };
    window.addEventListener('message', hear);
    opener.postMessage({ souk: 'ready' } satisfies Message, window.location.origin);
    return () => {
      window.removeEventListener('message', hear);
    };
  }, [store]);
}
