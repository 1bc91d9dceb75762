import { boundary } from '@shopify/shopify-app-remix/server';
import { shopCookie } from '#app/main/ctx.server.ts';
import { shellData } from '#app/main/shell.server.ts';
import { readRequestInfo } from '#app/server/http/request-info.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import {
  data,
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { AdminShell } from '#app/ui/shell/admin-shell.tsx';
import { ErrorScreen } from '#app/ui/shell/error-screen.tsx';
import { isMissing, LastPage, useReader } from '#app/ui/shell/last-page/last-page.tsx';

/** A screen without a title of its own still names the shop. */
export const meta = screenMeta((t) => t('shell:marketplace'));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = await context.ctxFor(request);
  const shell = { ...(await shellData(ctx, request)), reference: readRequestInfo(request).requestId };
  return data(shell, { headers: { 'set-cookie': shopCookie(ctx.viewer.store.domain) } });
}

/** Loaded when the search is opened. */
const loadSettings = () => import('#app/features/marketplace-settings/shared/settings-entries.ts');

export default function Admin() {
  return (
    <AdminShell data={useLoaderData<typeof loader>()} loadSettings={loadSettings}>
      <Outlet />
    </AdminShell>
  );
}

/** The library answers some requests with a small page that talks to the host; everything else is a failed screen of ours. */
export function ErrorBoundary() {
  const error = useRouteError();
  const reader = useReader();
  const shell = useRouteLoaderData<typeof loader>('surface/admin');
  if (isRouteErrorResponse(error) && typeof error.data === 'string' && error.data.includes('<script')) {
    return <div dangerouslySetInnerHTML={{ __html: error.data }} />;
  }
  if (!shell) return <LastPage reader={reader} isMissing={isMissing(error)} />;
  return (
    <AdminShell data={shell}>
      <ErrorScreen />
    </AdminShell>
  );
}

/** Hands the library's headers (renewed token wanted, go to the host) on to the browser. */
export const headers: HeadersFunction = (args) => boundary.headers(args);
