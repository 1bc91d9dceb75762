import { ctxWith } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { ContinueScreen } from '../screens/continue-screen.tsx';

export const meta = screenMeta((t) => t('auth:signIn.title'));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await ctxWith({ request, context }, 'visitor');
  return { store: viewer.store.domain };
}

export default function ContinueRoute() {
  return <ContinueScreen {...useLoaderData<typeof loader>()} />;
}
