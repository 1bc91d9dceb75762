import { startConnection, findConnectRefusal } from '../begin-connection.service.server.ts';
import { connectForm } from '../connect-store.ts';
import { connectWooStore } from '../connect-woo.service.server.ts';
import { replaceKeyForm, revokeBody, saveKeysBody } from '../connections.contract.ts';
import { readKeys, replaceKey, revokeKeys, saveKeys } from '../integration-keys.service.server.ts';
import { IntegrationsScreen } from '../screens/integrations-screen.tsx';
import { VendorConnectionsScreen } from '../screens/vendor-connections-screen.tsx';
import { listVendorConnections } from '../vendor-connections.service.server.ts';
import { readStoreSync } from '#app/features/system/store-health.service.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';

/** The marketplace's list and a vendor's own page stand at one address, under names of their own. */
export const meta = screenMeta((t, data) => {
  const isMarketplace = typeof data === 'object' && data !== null && 'connections' in data && data.connections !== null;
  return t(isMarketplace ? 'settings:row.connections.name' : 'settings:row.integrations.name');
});

export function loader({ request, context }: LoaderFunctionArgs) {
  const refused = new URL(request.url).searchParams.get('refused');
  return loadScreen({ request, context }, 'read_integrations', async (ctx) => ({
    found: await readKeys(ctx),
    connections: ctx.viewer.vendorScope === '*' ? await listVendorConnections(ctx) : null,
    storeSync: ctx.viewer.vendorScope === '*' ? await readStoreSync(ctx) : null,
    refusal: findConnectRefusal(refused),
  }));
}

/** PUT saves settings or makes a key, PATCH replaces one, DELETE revokes or disconnects, POST connects a store of one's own, or begins the way to it. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_integrations');
    if (request.method === 'DELETE') return revokeKeys(ctx, await readForm(request, revokeBody));
    if (request.method === 'PATCH') return replaceKey(ctx, (await readForm(request, replaceKeyForm)).replace);
    if (request.method === 'PUT') return saveKeys(ctx, await readForm(request, saveKeysBody));
    const form = await readForm(request, connectForm);
    return 'shop' in form ? startConnection(ctx, form.shop) : connectWooStore(ctx, form);
  });
}

export default function IntegrationsRoute() {
  const { connections, storeSync, ...own } = useLoaderData<typeof loader>();
  return connections && storeSync ? (
    <VendorConnectionsScreen connections={connections} storeSync={storeSync} found={own.found} />
  ) : (
    <IntegrationsScreen {...own} />
  );
}
