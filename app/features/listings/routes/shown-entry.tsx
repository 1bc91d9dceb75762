import { can } from '#app/core/viewer.ts';
import { readVendorChoices } from '#app/platform/vendors/vendors.service.server.ts';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { listingBody } from '../listings.contract.ts';
import { refreshEntry, listEntry } from '../listings.service.server.ts';
import { ShownEntryScreen } from '../screens/shown-entry-screen.tsx';

export const meta = screenMeta((t) => t('catalog:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_products', async (ctx) => ({
    ...(await refreshEntry(ctx, parsePathId(params.entryId))),
    mayOffer: can(ctx.viewer, 'write_products'),
    needsVendor: ctx.viewer.vendorScope === '*',
    vendors: await readVendorChoices(ctx),
  }));
}

/** POST offers the entry. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    return listEntry(ctx, parsePathId(params.entryId), await readForm(request, listingBody));
  });
}

export default function ShownEntryRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <ShownEntryScreen key={loaded.entry.id} {...loaded} />;
}
