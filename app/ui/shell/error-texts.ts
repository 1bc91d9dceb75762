import type { Refusal } from '#app/core/errors.ts';
import { refusalText } from '../i18n/error-text.ts';
import { useText } from '../i18n/use-text.ts';
import { isRouteErrorResponse, useRouteError } from '../router.ts';

/** What a page that failed says: what is wrong, what is safe, and whether trying again may help. */
export function useErrorTexts(): { title: string; body: string; isOurs: boolean } {
  const t = useText();
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) {
    // A request that got no answer at all comes as the browser's TypeError.
    return error instanceof TypeError && typeof navigator !== 'undefined' && !navigator.onLine
      ? { title: t('shell:error.offline'), body: t('shell:error.offlineBody'), isOurs: true }
      : { title: t('shell:error.heading'), body: t('shell:error.body'), isOurs: true };
  }
  if (error.status === 403)
    return { title: t('shell:error.noPermission'), body: t('shell:error.noPermissionBody'), isOurs: false };
  // What the state of things refuses, such as a page of one vendor without one: its own words say what to do.
  if (error.status === 409 && isRefusal(error.data))
    return { title: t('shell:error.notNow'), body: refusalText(t, error.data), isOurs: false };
  if (error.status !== 404) return { title: t('shell:error.heading'), body: t('shell:error.body'), isOurs: true };
  return parseCode(error.data) === 'feature_disabled'
    ? { title: t('shell:error.featureOff'), body: t('shell:error.featureOffBody'), isOurs: false }
    : { title: t('shell:error.notFound'), body: t('shell:error.notFoundBody'), isOurs: false };
}

function isRefusal(data: unknown): data is Refusal {
  return typeof data === 'object' && data !== null && 'reason' in data && 'message' in data;
}

function parseCode(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
}
