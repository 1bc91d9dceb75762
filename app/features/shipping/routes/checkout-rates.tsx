import { z } from 'zod';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useRevalidator, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readCarrier, recheckCarrier } from '../carrier-service/carrier-screen.service.server.ts';
import { CheckoutRatesScreen } from '../screens/checkout-rates-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.checkoutRates.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({ found: await readCarrier(ctx) }));
}

const recheckSchema = z.object({ recheck: z.literal(true) });

/** POST polls at the carrier service again. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    await readForm(request, recheckSchema);
    return recheckCarrier(ctx);
  });
}

export default function CheckoutRatesRoute() {
  const { revalidate } = useRevalidator();
  return <CheckoutRatesScreen {...useLoaderData<typeof loader>()} onRefresh={revalidate} />;
}
