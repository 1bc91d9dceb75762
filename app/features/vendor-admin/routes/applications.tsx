import { applicationsQuery } from '#app/features/vendor-profiles/applications/applications.contract.ts';
import { idSchema } from '#app/core/ids.ts';
import { AppError } from '#app/core/errors.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { statusSchema } from '#app/features/vendor-profiles/applications/applications.contract.ts';
import { setApplicationStatus } from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import { readApplicationsScreen } from '../applications-screen.service.server.ts';
import { decideApplications } from '../bulk-applications.service.server.ts';
import { createVendor } from '../create-vendor.service.server.ts';
import { createFormSchema } from '../vendor-admin.contract.ts';
import { bulkSchema } from '../vendor-operations.contract.ts';
import { ApplicationsScreen } from '../screens/applications-screen.tsx';

export const meta = screenMeta((t) => t('applications:title'));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    return readApplicationsScreen(
      ctx,
      readListAddress(request, { views: applicationsQuery.shape.status.unwrap().options }),
      searchParams.get('open'),
    );
  });
}

/** POST creates the vendor of an application, PUT sets the state of the one that is open, PATCH decides on several. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    if (request.method === 'PATCH') return decideApplications(ctx, await readForm(request, bulkSchema));
    if (request.method === 'POST') {
      const vendor = await createVendor(ctx, await readForm(request, createFormSchema));
      return { vendorId: String(vendor.id) };
    }
    const open = idSchema.safeParse(new URL(request.url).searchParams.get('open'));
    if (!open.success) throw new AppError('not_found');
    return setApplicationStatus(ctx, open.data, await readForm(request, statusSchema));
  });
}

export default function ApplicationsRoute() {
  return <ApplicationsScreen {...useLoaderData<typeof loader>()} />;
}
