import { anonymousCtx, readRequestInfo } from '#app/main/ctx.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { ContinueScreen } from '../screens/continue-screen.tsx';

export const meta = screenMeta((t) => t('auth:signIn.title'));

export async function loader({ request }: LoaderFunctionArgs) {
  const { viewer } = await anonymousCtx(readRequestInfo(request));
  return { store: viewer.store.domain };
}

export default function ContinueRoute() {
  return <ContinueScreen {...useLoaderData<typeof loader>()} />;
}
