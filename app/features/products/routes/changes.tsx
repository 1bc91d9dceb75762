import { idSchema } from '#app/core/ids.ts';
import { can } from '#app/core/viewer.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import type { ChangesQuery } from '../review/product-changes.contract.ts';
import { listChanges } from '../review/product-changes.service.server.ts';
import { ChangesScreen } from '../screens/review/changes-screen.tsx';

export const meta = screenMeta((t) => t('changes:title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const { view, cursor } = readListAddress(request, {
    views: ['open', 'closed'],
    isCursor: (text) => idSchema.safeParse(text).success,
  });
  const state: ChangesQuery['state'] = view === 'closed' ? 'closed' : 'open';
  return loadScreen({ request, context }, 'read_products', async (ctx) => {
    // An address that somebody made up shows the list as it begins.
    const after = idSchema.safeParse(cursor);
    return {
      list: await listChanges(ctx, { state, ...(after.success ? { after: after.data } : {}) }),
      state,
      isLaterPage: after.success,
      checkedAt: ctx.clock.now().toISOString(),
      withVendors: ctx.viewer.vendorScope === '*',
      mayRule: can(ctx.viewer, 'switch_vendor'),
    };
  });
}

export default function ChangesRoute() {
  return <ChangesScreen {...useLoaderData<typeof loader>()} />;
}
