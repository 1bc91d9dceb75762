import type { uploadTargetEndpoint } from '#app/platform/uploads/uploads.contract.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { callApi } from '#app/ui/session/api-client.ts';
import { savePageBody } from '../vendor-page.contract.ts';
import { readVendorPage, saveVendorPage } from '../vendor-page.service.server.ts';
import { VendorPageScreen } from '../screens/vendor-page-screen.tsx';

export const meta = screenMeta((t) => t('vendorPage:title'));

const vendorIn = (request: Request): string | undefined => new URL(request.url).searchParams.get('vendor') ?? undefined;

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_products', async (ctx) => ({
    page: await readVendorPage(ctx, vendorIn(request)),
    mayWrite: ctx.viewer.permissions.has('write_products'),
  }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    const vendor = vendorIn(request);
    return saveVendorPage(ctx, {
      ...(await readForm(request, savePageBody)),
      ...(vendor === undefined ? {} : { vendor }),
    });
  });
}

/** A place where the page's picture may be sent, and where it lies afterwards. */
async function openTarget(file: File): Promise<{ url: string; location: string }> {
  const ext = /\.([a-z0-9]{1,10})$/i.exec(file.name)?.[1] ?? 'jpg';
  return callApi<typeof uploadTargetEndpoint>('PUT', '/cdn/{proxy}', {
    params: { proxy: 'vendor-page' },
    query: { ext, name: file.name },
  });
}

export default function VendorPageRoute() {
  const { page, mayWrite } = useLoaderData<typeof loader>();
  return <VendorPageScreen page={page} mayWrite={mayWrite} openTarget={openTarget} />;
}
