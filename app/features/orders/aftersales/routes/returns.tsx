import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useRevalidator, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readChangeForm } from '../forms.service.server.ts';
import { runReturnOperation } from '../return-operations.service.server.ts';
import { returnOperationSchema } from '../returns.contract.ts';
import { listReturns } from '../returns.service.server.ts';
import { ReturnsScreen } from '../screens/returns-screen.tsx';

export const meta = screenMeta((t) => t('aftersales:returns.action'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const orderId = parsePathId(params.orderId);
    const { name } = await readChangeForm(ctx, orderId);
    return { orderId: String(orderId), name, ...(await listReturns(ctx, orderId)) };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm<unknown>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return runReturnOperation(ctx, parsePathId(params.orderId), await readForm(request, returnOperationSchema));
  });
}

export default function ReturnsRoute() {
  const loaded = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return <ReturnsScreen {...loaded} onGranted={revalidate} />;
}
