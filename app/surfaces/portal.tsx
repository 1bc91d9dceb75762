import { Suspense } from 'react';
import { lazyPart } from '#app/ui/i18n/load-part.ts';
import { shellData } from '#app/main/shell.server.ts';
import { readRequestInfo } from '#app/server/http/request-info.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useIsBrowser } from '#app/ui/page/use-is-browser.ts';
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { SessionGate } from '#app/ui/session/session-gate.tsx';
import { ErrorScreen } from '#app/ui/shell/error-screen.tsx';
import { PortalShell } from '#app/ui/shell/portal-shell.tsx';
import { isMissing, LastPage, useReader } from '#app/ui/shell/last-page/last-page.tsx';

/** A screen without a title of its own still names the shop. */
export const meta = screenMeta((t) => t('shell:marketplace'));

export async function loader({ request, context }: LoaderFunctionArgs) {
  return {
    ...(await shellData(await context.ctxFor(request), request)),
    reference: readRequestInfo(request).requestId,
  };
}

/** Loaded when the bell is opened. */
const NoticeMenu = lazyPart(async () => (await import('#app/platform/notices/shared/notice-menu.tsx')).NoticeMenu);

/** Loaded when the search is opened. */
const loadSettings = () => import('#app/features/marketplace-settings/shared/settings-entries.ts');

/** Loaded for vendors without a membership. */
const MembershipDialog = lazyPart(async () => (await import('#app/ui/shell/membership-dialog.tsx')).MembershipDialog);

export default function Portal() {
  const data = useLoaderData<typeof loader>();
  // A dialog is drawn by scripts only: the server's page has none that one could wait for.
  const isDrawnByScript = useIsBrowser();
  return (
    <PortalShell data={data} noticeMenu={NoticeMenu} loadSettings={loadSettings}>
      <Outlet />
      {isDrawnByScript && data.membership ? (
        <Suspense>
          <MembershipDialog />
        </Suspense>
      ) : null}
    </PortalShell>
  );
}

/** A failed screen keeps its shell; a failed shell leaves the page to the root's boundary. */
export function ErrorBoundary() {
  const error = useRouteError();
  const reader = useReader();
  const data = useRouteLoaderData<typeof loader>('surface/app');
  if (isRouteErrorResponse(error) && error.status === 401) return <SessionGate />;
  if (!data) return <LastPage reader={reader} isMissing={isMissing(error)} />;
  return (
    <PortalShell data={data}>
      <ErrorScreen />
    </PortalShell>
  );
}
