import { readConnectionRequest } from '../begin-connection.service.server.ts';
import { connectionLink } from '../connect-store.ts';
import { ConnectStoreScreen } from '../screens/connect-store-screen.tsx';
import { AppError } from '#app/core/errors.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';

export const meta = screenMeta((t) => t('integrations:confirm.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'write_integrations', async (ctx) => {
    const link = connectionLink.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!link.success) throw new AppError('not_found');
    return { request: await readConnectionRequest(ctx, link.data) };
  });
}

export default function ConnectStoreRoute() {
  return <ConnectStoreScreen {...useLoaderData<typeof loader>()} />;
}
