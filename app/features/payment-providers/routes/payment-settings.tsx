import { z } from 'zod';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { deleteKey, readPaypalState, readStripeState, savePaypalKey, saveStripeKey } from '../keys.service.server.ts';
import { paypalKeySchema, stripeKeySchema } from '../payment-providers.contract.ts';
import { PaymentSettingsScreen } from '../screens/payment-settings-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.payouts.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const [stripe, paypal] = await Promise.all([readStripeState(ctx), readPaypalState(ctx)]);
    return { stripe, paypal, mayChange: await mayPayOut(ctx) };
  });
}

const removal = z.object({ remove: z.enum(['stripe', 'paypal']) });
const keys = z.union([stripeKeySchema, paypalKeySchema]);

/** PUT keeps a key of either provider, DELETE forgets one. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    if (request.method === 'DELETE') return deleteKey(ctx, (await readForm(request, removal)).remove);
    const form = await readForm(request, keys);
    return 'apiKey' in form ? saveStripeKey(ctx, form.apiKey) : savePaypalKey(ctx, form);
  });
}

export default function PaymentSettingsRoute() {
  return <PaymentSettingsScreen {...useLoaderData<typeof loader>()} />;
}
