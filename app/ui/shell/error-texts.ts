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
  if (error.status !== 404) return { title: t('shell:error.heading'), body: t('shell:error.body'), isOurs: true };
  return parseCode(error.data) === 'feature_disabled'
    ? { title: t('shell:error.featureOff'), body: t('shell:error.featureOffBody'), isOurs: false }
    : { title: t('shell:error.notFound'), body: t('shell:error.notFoundBody'), isOurs: false };
}

function parseCode(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
}
