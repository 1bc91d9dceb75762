import { createContext, useContext } from 'react';
import type { Locale } from '#app/core/viewer.ts';
import { isRouteErrorResponse } from '#app/ui/router.ts';
import { chooseLocale } from '../../i18n/locale.ts';
import { lastFailure } from '../../session/failure-reference.ts';
import { LAST_PAGE_TEXTS } from './last-page-texts.ts';

/** Who asked for a page that cannot be drawn: the language, the id that the log has of the request, and its address. */
export type Reader = { locale: Locale; reference: string; address: string };

/** Given by the server; in the browser it is read from the page that the server wrote. */
export const ReaderContext = createContext<Reader | undefined>(undefined);

/** The reader of the page; undefined where neither the server nor its page says so. */
export function useReader(): Reader | undefined {
  const given = useContext(ReaderContext);
  if (given || typeof document === 'undefined') return given;
  const written = document.querySelector<HTMLElement>('.souk-last-page')?.dataset.reference;
  return {
    locale: chooseLocale({ chosen: document.documentElement.lang }),
    reference: written ?? lastFailure() ?? '',
    address: toAddress(window.location),
  };
}

/** An address of this site as a link names it, never one of another site. */
export const toAddress = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string =>
  `${pathname.replace(/^\/+/, '/')}${search}`;

/** Whether a page failed because nothing is at its address. */
export const isMissing = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404;

/** The last page: when not even a shell could be drawn. Whole without script: trying again is a link to the same address. */
export function LastPage({ reader, isMissing }: { reader: Reader | undefined; isMissing: boolean }) {
  const t = LAST_PAGE_TEXTS[reader?.locale ?? 'en'];
  const reference = reader?.reference ?? '';
  return (
    <main className="souk-last-page" data-reference={reference} suppressHydrationWarning>
      <h1>{isMissing ? t.missing : t.title}</h1>
      <p>{isMissing ? t.missingBody : t.body}</p>
      <p>
        {isMissing ? null : (
          <>
            <a href={reader?.address ?? '/'}>{t.retry}</a>{' '}
          </>
        )}
        <a href="/">{t.home}</a>
      </p>
      {isMissing || reference === '' ? null : (
        <p>
          {t.reference} <code suppressHydrationWarning>{reference}</code>
        </p>
      )}
    </main>
  );
}
