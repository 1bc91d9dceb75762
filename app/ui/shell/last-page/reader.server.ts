import { chooseLocale } from '../../i18n/locale.ts';
import { toAddress, type Reader } from './last-page.tsx';

const LOCALE_COOKIE = /(?:^|;\s*)souk_locale=([a-z]{2})/;

/** Who asks for a page, from the headers alone: the chosen language or the browser's, the request's id, and its address. */
export function readReader(request: Request): Reader {
  const { headers, url } = request;
  return {
    locale: chooseLocale({
      chosen: LOCALE_COOKIE.exec(headers.get('cookie') ?? '')?.[1] ?? null,
      acceptLanguage: headers.get('accept-language'),
      host: new URL(url).host,
    }),
    reference: headers.get('x-request-id') ?? '',
    address: toAddress(new URL(url)),
  };
}
