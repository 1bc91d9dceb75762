import { asVendorId } from '#app/core/ids.ts';
import { invariant } from '#app/core/invariant.ts';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { saveDefaultListBody } from '#app/features/commissions/commissions.contract.ts';
import { listVersions, readLists, saveVendorList } from '#app/features/commissions/commission-lists.service.server.ts';
import { mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { VendorCommissionScreen } from '../screens/vendor-commission-screen.tsx';

export const meta = screenMeta((t) => t('commissions:title'));

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const vendorId = asVendorId(parsePathId(params.vendorId));
    const { vendor, own, fallback } = await readLists(ctx, vendorId);
    invariant(vendor && own, 'a vendor was asked for');
    const mayChange = await mayPayOut(ctx);
    return { mayChange, name: vendor.name, own, fallback, versions: await listVersions(ctx, vendorId) };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const { vendor } = await readLists(ctx, asVendorId(parsePathId(params.vendorId)));
    invariant(vendor, 'a vendor was asked for');
    return saveVendorList(ctx, { ...(await readForm(request, saveDefaultListBody)), vendor: vendor.name });
  });
}

export default function VendorCommissionRoute() {
  return <VendorCommissionScreen {...useLoaderData<typeof loader>()} />;
}
