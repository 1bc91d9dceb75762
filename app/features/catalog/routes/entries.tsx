import { ENTRY_VIEWS } from '../catalog.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { redirect, useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readCatalogSettings } from '../catalog-settings.service.server.ts';
import { readEntriesScreen } from '../entries-screen.server.ts';
import { EntriesScreen } from '../screens/entries-screen.tsx';

export const meta = screenMeta((t) => t('catalog:entries.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const state = readListAddress(request, { views: ENTRY_VIEWS });
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const { enabled } = await readCatalogSettings(ctx);
    // A catalogue that is off begins with its settings.
    // oxlint-disable-next-line typescript/only-throw-error -- The framework takes a thrown Response as the answer.
    if (!enabled) throw redirect(`${url.pathname}/settings${url.search}`);
    return readEntriesScreen(ctx, state);
  });
}

export default function EntriesRoute() {
  return <EntriesScreen {...useLoaderData<typeof loader>()} />;
}
