import { DIRECTORY_SORTS, DIRECTORY_VIEWS } from '../vendor-list.ts';
import { vendorListQuery } from '../vendor-admin.contract.ts';
import { readListChoices } from '#app/platform/saved-views/saved-views.service.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { createVendor } from '../create-vendor.service.server.ts';
import { createFormSchema, readVendorListQuery } from '../vendor-admin.contract.ts';
import { readVendorPage } from '../vendor-admin.service.server.ts';
import { VendorsScreen } from '../screens/vendors-screen.tsx';

export const meta = screenMeta((t) => t('vendors:title'));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = readVendorListQuery(
    readListAddress(request, {
      views: DIRECTORY_VIEWS,
      sorts: DIRECTORY_SORTS.flatMap((sort) => [sort, `${sort}-`]),
      filters: { having: vendorListQuery.shape.having },
      isCursor: (text) => vendorListQuery.shape.cursor.safeParse(text).success,
    }),
  );
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const { rows, counts, pageCount, found, cursor } = await readVendorPage(ctx, query);
    return {
      rows,
      counts,
      page: { page: query.page, pageCount, count: found, ...(cursor === null ? {} : { cursor }) },
      choices: await readListChoices(ctx, 'vendors'),
      checkedAt: ctx.clock.now().toISOString(),
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const vendor = await createVendor(ctx, await readForm(request, createFormSchema));
    return { vendorId: String(vendor.id) };
  });
}

export default function VendorsRoute() {
  return <VendorsScreen {...useLoaderData<typeof loader>()} />;
}
