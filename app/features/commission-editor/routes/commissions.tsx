import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { saveDefaultListBody } from '#app/features/commissions/commissions.contract.ts';
import {
  listVendorLists,
  listVersions,
  readLists,
  saveDefaultList,
} from '#app/features/commissions/commission-lists.service.server.ts';
import { mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { CommissionsScreen } from '../screens/commissions-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.commissions.name'));

const MAX_PAGE = 400;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { q, page: requested } = readListAddress(request, {});
  const page = Math.min(requested, MAX_PAGE);
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const { fallback } = await readLists(ctx, null);
    const { rows, count, ownCount, vendorCount, pageCount } = await listVendorLists(ctx, { q, page });
    const versions = await listVersions(ctx, null);
    const mayChange = await mayPayOut(ctx);
    return {
      mayChange,
      list: fallback,
      versions,
      vendors: rows,
      ownCount,
      vendorCount,
      page: { page, pageCount, count },
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return saveDefaultList(ctx, await readForm(request, saveDefaultListBody));
  });
}

export default function CommissionsRoute() {
  return <CommissionsScreen {...useLoaderData<typeof loader>()} />;
}
