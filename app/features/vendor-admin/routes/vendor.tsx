import { z } from 'zod';
import { asVendorId } from '#app/core/ids.ts';
import {
  approveBankAccount,
  readBankAccountOf,
} from '#app/features/payouts/methods/bank-account/bank-account.service.server.ts';
import { holdBody } from '#app/features/payouts/holds/payout-holds.contract.ts';
import { holdPayouts, releasePayouts } from '#app/features/payouts/holds/payout-holds.service.server.ts';
import { approveDestination } from '#app/features/payouts/methods/destination-approval.service.server.ts';
import { approveDestinationBody } from '#app/features/payouts/methods/payout-methods.contract.ts';
import { readMethodOf } from '#app/features/payouts/methods/method-view.service.server.ts';
import { actionForm } from '#app/features/vendor-profiles/page/vendor-page.contract.ts';
import { decideVendorPage } from '#app/features/vendor-profiles/page/vendor-page.service.server.ts';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { createVendor } from '../create-vendor.service.server.ts';
import { deleteVendor } from '../delete-vendor.service.server.ts';
import { renameVendor } from '../rename-vendor.service.server.ts';
import { createFormSchema } from '../vendor-admin.contract.ts';
import { renameForm, settingsForm } from '../vendor-operations.contract.ts';
import { readVendorDetail, saveMarketplaceSettings } from '../vendor-detail.service.server.ts';
import { VendorScreen } from '../screens/vendor-screen.tsx';

export const meta = screenMeta((t) => t('vendors:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const id = parsePathId(params.vendorId);
    return {
      vendor: await readVendorDetail(ctx, { id }),
      method: await readMethodOf(ctx, asVendorId(id)),
      bankAccount: (await readBankAccountOf(ctx, asVendorId(id))).account,
    };
  });
}

const forms = z.union([
  z.object({ create: createFormSchema }),
  renameForm,
  actionForm,
  z.object({ remove: z.object({ confirm: z.boolean() }) }),
  z.object({ destination: approveDestinationBody }),
  z.object({ bankAccount: approveDestinationBody }),
  z.object({ hold: holdBody }),
  z.object({ release: z.literal(true) }),
  settingsForm,
]);

/** One act on the vendor; each is named by the one field of what is sent. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const id = parsePathId(params.vendorId);
    const { vendor } = await readVendorDetail(ctx, { id });
    const form = await readForm(request, forms);
    if ('create' in form) return { vendorId: String((await createVendor(ctx, form.create)).id) };
    if ('rename' in form) return renameVendor(ctx, { oldVendor: vendor, ...form.rename });
    if ('page' in form) return decideVendorPage(ctx, { vendor, ...form.page });
    if ('destination' in form)
      return approveDestination(ctx, asVendorId(id), new Date(form.destination.detailsChangedAt));
    if ('bankAccount' in form)
      return approveBankAccount(ctx, asVendorId(id), new Date(form.bankAccount.detailsChangedAt));
    if ('hold' in form) return holdPayouts(ctx, { vendor, ...form.hold });
    if ('release' in form) return releasePayouts(ctx, { vendor });
    if ('remove' in form) return deleteVendor(ctx, { vendor, ...form.remove });
    return saveMarketplaceSettings(ctx, { vendor, ...form.settings });
  });
}

export default function VendorRoute() {
  return <VendorScreen {...useLoaderData<typeof loader>()} />;
}
