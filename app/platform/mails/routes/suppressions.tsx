import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { SuppressionsScreen } from '../screens/suppressions-screen.tsx';
import { readSuppressionsScreen } from '../suppressions/suppressions-screen.server.ts';
import { sendAgainInput, suppressionInput } from '../suppressions/suppressions.contract.ts';
import { addSuppression, liftSuppression, sendUnsentAgain } from '../suppressions/suppressions.service.server.ts';

export const meta = screenMeta((t) => t('settings:undelivered.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const state = readListAddress(request, {});
  return loadScreen({ request, context }, 'switch_vendor', (ctx) => readSuppressionsScreen(ctx, state));
}

const liftSchema = z.object({ id: idSchema });

/** POST puts an address on the list, DELETE takes one off, PUT sends failed mails again. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    if (request.method === 'DELETE') return liftSuppression(ctx, (await readForm(request, liftSchema)).id);
    if (request.method === 'PUT') return sendUnsentAgain(ctx, await readForm(request, sendAgainInput));
    return addSuppression(ctx, await readForm(request, suppressionInput));
  });
}

export default function SuppressionsRoute() {
  return <SuppressionsScreen {...useLoaderData<typeof loader>()} />;
}
