import { anonymousCtx, readRequestInfo } from '#app/main/ctx.server.ts';
import { publicLoader } from '#app/main/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readBuyerPage, takeAnswer } from '../buyer-page.server.ts';
import { BuyerOfferScreen } from '../screens/buyer-offer-screen.tsx';

export const meta = screenMeta((t) => t('offers:page.title'));

export function loader({ request }: LoaderFunctionArgs) {
  return publicLoader(async () => readBuyerPage(await anonymousCtx(readRequestInfo(request)), request));
}

export function action({ request }: ActionFunctionArgs) {
  return publicLoader(async () => takeAnswer(await anonymousCtx(readRequestInfo(request)), request));
}

export default function BuyerOfferRoute() {
  const { found } = useLoaderData<typeof loader>();
  return <BuyerOfferScreen found={found} refused={useActionData<typeof action>()?.refused ?? null} />;
}
