import { z } from 'zod';
import { AppError } from '#app/core/errors.ts';
import { can } from '#app/core/viewer.ts';
import { namedBatch } from '#app/features/batches/batches.contract.ts';
import { offersOnly } from '#app/features/catalog/offer-links.service.server.ts';
import { readListChoices } from '#app/platform/saved-views/saved-views.service.server.ts';
import { readVendorChoices } from '#app/platform/vendors/vendors.service.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { readListAddress, redirectWithout } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readDecided } from '../decisions/open-decisions.service.server.ts';
import { allowedBatches } from '../listing/batch.ts';
import { batchBody } from '../listing/batches.contract.ts';
import { productBatches, startBatch } from '../listing/batches.service.server.ts';
import { keepListAddress, buildPage, queryOfAddress } from '../screens/product-list-address.ts';
import { listFilter, listQuery } from '../listing/product-list.contract.ts';
import { readOwnListing } from '../listing/listing-limit.service.server.ts';
import { readLoadProgress, controlLoad } from '../mirror/load.service.server.ts';
import { readWaitingProducts } from '../listing/pending-products.service.server.ts';
import { listProducts } from '../listing/product-list.service.server.ts';
import { ProductsScreen } from '../screens/products-screen.tsx';

export const meta = screenMeta((t) => t('products:title'));

/** What of an address is taken out where the list of it is refused. */
const GONE: Readonly<Record<string, readonly string[]>> = {
  not_found: ['seller'],
  invalid_input: ['cursor', 'before'],
};

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_products', async (ctx) => {
    const { searchParams } = new URL(request.url);
    const state = readListAddress(request, {
      views: listFilter.shape.status.unwrap().options,
      sorts: listFilter.shape.sort.unwrap().options.flatMap((sort) => [sort, `${sort}-`]),
      filters: {
        stock: listFilter.shape.stock,
        source: listFilter.shape.source,
        seller: z.string().max(255),
        tag: listFilter.shape.tag,
      },
      isCursor: (text) => listQuery.shape.after.safeParse(text).success,
    });
    const withVendors = ctx.viewer.vendorScope === '*';
    const mayWrite = can(ctx.viewer, 'write_products');
    // Who decides begins with what waits for them; everybody else, and where nothing waits, with all that there is.
    const firstView: 'WAITING' | 'ALL' =
      withVendors && mayWrite && (await readWaitingProducts(ctx)) > 0 ? 'WAITING' : 'ALL';
    const requested = queryOfAddress({ ...state, view: state.view === '' ? firstView : state.view });
    const parsed = listQuery.safeParse({ ...requested, after: state.cursor, before: state.before });
    // An address that names two places, or whose vendor or place is gone, leads to the list without them.
    if (!parsed.success) throw redirectWithout(request, ['cursor', 'before']);
    const query = parsed.data;
    const list = await listProducts(ctx, query).catch((error: unknown) => {
      const gone = error instanceof AppError ? GONE[error.code] : undefined;
      if (gone?.some((key) => searchParams.has(key))) throw redirectWithout(request, gone);
      throw error;
    });
    return {
      list,
      page: buildPage(list, query),
      narrowed: requested,
      firstView,
      carried: keepListAddress(searchParams, query.status).toString(),
      batches: await productBatches.listShown(ctx),
      load: await readLoadProgress(ctx),
      choices: await readListChoices(ctx, 'products'),
      listing: await readOwnListing(ctx),
      hasSearch: state.q !== '',
      checkedAt: ctx.clock.now().toISOString(),
      withVendors,
      vendorNames: await readVendorChoices(ctx),
      mayAdd: mayWrite,
      addsAt: (await offersOnly(ctx)) ? '/catalog' : '/products/new',
      decided: await readDecided(
        ctx,
        list.products.map(({ id }) => id),
      ),
      actions: allowedBatches(ctx.viewer.permissions),
    };
  });
}

const controlBody = z.object({ load: z.enum(['stop', 'resume']) });

/** The reading of the store's products is the marketplace's to stop. */
function control(ctx: Awaited<ReturnType<typeof ctxWith>>, { load }: z.output<typeof controlBody>) {
  if (!can(ctx.viewer, 'switch_vendor')) throw new AppError('missing_permission', { permission: 'switch_vendor' });
  return controlLoad(ctx, load);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    if (request.method === 'POST') return startBatch(ctx, await readForm(request, batchBody));
    if (request.method === 'PATCH') return control(ctx, await readForm(request, controlBody));
    const { batchId } = await readForm(request, namedBatch);
    if (request.method === 'PUT') return productBatches.retry(ctx, batchId);
    if (request.method === 'DELETE') return productBatches.dismiss(ctx, batchId);
    throw new AppError('method_not_allowed', { method: request.method });
  });
}

export default function ProductsRoute() {
  return <ProductsScreen {...useLoaderData<typeof loader>()} />;
}
