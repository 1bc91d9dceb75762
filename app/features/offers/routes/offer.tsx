import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { offerActionSchema } from '../offers.contract.ts';
import { runOfferAction, getOffer } from '../offers.service.server.ts';
import { OfferScreen } from '../screens/offer-screen.tsx';

export const meta = screenMeta((t) => t('offers:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  const id = parsePathId(params.offerId);
  return loadScreen({ request, context }, 'read_orders', async (ctx) => ({ offer: await getOffer(ctx, id) }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'write_orders');
    return runOfferAction(ctx, await readForm(request, offerActionSchema));
  });
}

export default function OfferRoute() {
  const { offer } = useLoaderData<typeof loader>();
  return <OfferScreen key={offer.id} offer={offer} />;
}
