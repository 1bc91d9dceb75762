import { doorData } from '#app/main/shell.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import {
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '#app/ui/router.ts';
import { ClosedScreen } from '#app/ui/shell/closed-screen.tsx';
import { ErrorScreen } from '#app/ui/shell/error-screen.tsx';
import { LoginShell } from '#app/ui/shell/login-shell.tsx';

const title = screenMeta((t) => t('shell:marketplace'));

/** Pages for one visitor at a time are nothing for search engines. */
export const meta: MetaFunction = (args) => [...title(args), { name: 'robots', content: 'noindex' }];

export async function loader({ request }: LoaderFunctionArgs) {
  return doorData(request);
}

/** Pages for visitors of the store, in its look and their language; nobody signs in here. */
export default function Visitor() {
  const data = useLoaderData<typeof loader>();
  return <LoginShell data={data}>{data.closed ? <ClosedScreen /> : <Outlet />}</LoginShell>;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const ofContact = useRouteLoaderData<typeof loader>('surface/visitor');
  const ofOffer = useRouteLoaderData<typeof loader>('surface/offer');
  const ofChat = useRouteLoaderData<typeof loader>('surface/chat');
  const data = ofContact ?? ofOffer ?? ofChat;
  if (!data) throw error;
  return <LoginShell data={data}>{data.closed ? <ClosedScreen /> : <ErrorScreen />}</LoginShell>;
}
