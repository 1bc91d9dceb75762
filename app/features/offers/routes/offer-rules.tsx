import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { offerRulesInput } from '../automatic/offer-rules.contract.ts';
import { readOfferRules, saveOfferRules } from '../automatic/offer-rules.service.server.ts';
import { OfferRulesScreen } from '../screens/offer-rules-screen.tsx';

export const meta = screenMeta((t) => t('offers:rules.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_orders', readOfferRules);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () =>
    saveOfferRules(await ctxWith({ request, context }, 'write_orders'), await readForm(request, offerRulesInput)),
  );
}

export default function OfferRulesRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <OfferRulesScreen key={loaded.version} {...loaded} />;
}
