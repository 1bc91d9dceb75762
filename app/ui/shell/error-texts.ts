import { useText } from '../i18n/use-text.ts';
import { isRouteErrorResponse, useRouteError } from '../router.ts';

/** What a page that failed says: what is wrong, and what is safe. */
export function useErrorTexts(): { title: string; body: string } {
  const t = useText();
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) {
    // A request that got no answer at all comes as the browser's TypeError.
    return error instanceof TypeError && typeof navigator !== 'undefined' && !navigator.onLine
      ? { title: t('shell:error.offline'), body: t('shell:error.offlineBody') }
      : { title: t('shell:error.heading'), body: t('shell:error.body') };
  }
  if (error.status === 403) return { title: t('shell:error.noPermission'), body: t('shell:error.noPermissionBody') };
  if (error.status !== 404) return { title: t('shell:error.heading'), body: t('shell:error.body') };
  return codeOf(error.data) === 'feature_disabled'
    ? { title: t('shell:error.featureOff'), body: t('shell:error.featureOffBody') }
    : { title: t('shell:error.notFound'), body: t('shell:error.notFoundBody') };
}

function codeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
}
