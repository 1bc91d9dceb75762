import { layoutData } from '#app/main/shell.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { Outlet, useLoaderData, useRouteError, useRouteLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { ClosedScreen } from '#app/ui/shell/closed-screen.tsx';
import { LoginErrorScreen } from '#app/ui/shell/login-error-screen.tsx';
import { LoginShell } from '#app/ui/shell/login-shell.tsx';
import { isMissing, LastPage, useReader } from '#app/ui/shell/last-page/last-page.tsx';

/** A screen without a title of its own still names the shop. */
export const meta = screenMeta((t) => t('shell:marketplace'));

export async function loader({ request }: LoaderFunctionArgs) {
  return layoutData(request);
}

export default function Login() {
  const data = useLoaderData<typeof loader>();
  return <LoginShell data={data}>{data.closed ? <ClosedScreen /> : <Outlet />}</LoginShell>;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const reader = useReader();
  const data = useRouteLoaderData<typeof loader>('surface/login');
  if (!data) return <LastPage reader={reader} isMissing={isMissing(error)} />;
  return <LoginShell data={data}>{data.closed ? <ClosedScreen /> : <LoginErrorScreen />}</LoginShell>;
}
