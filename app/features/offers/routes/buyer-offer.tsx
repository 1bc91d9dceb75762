import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readBuyerPage, takeAnswer } from '../buyer-page.server.ts';
import { BuyerOfferScreen } from '../screens/buyer-offer-screen.tsx';

export const meta = screenMeta((t) => t('offers:page.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'visitor', (ctx) => readBuyerPage(ctx, request));
}

export function action({ request, context }: ActionFunctionArgs) {
  return loadScreen({ request, context }, 'visitor', (ctx) => takeAnswer(ctx, request));
}

export default function BuyerOfferRoute() {
  const { found } = useLoaderData<typeof loader>();
  return <BuyerOfferScreen found={found} refused={useActionData<typeof action>()?.refused ?? null} />;
}
