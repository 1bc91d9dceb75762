import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useRevalidator, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { rateChoiceBody } from '../live/rate-choice.contract.ts';
import { readRateChoice, saveRateChoice } from '../live/rate-choice.service.server.ts';
import { LiveRatesScreen } from '../screens/live-rates-screen.tsx';

export const meta = screenMeta((t) => t('shipping:live.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_settings', async (ctx) => ({ found: await readRateChoice(ctx) }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'read_settings');
    return saveRateChoice(ctx, await readForm(request, rateChoiceBody));
  });
}

export default function LiveRatesRoute() {
  const { found } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return <LiveRatesScreen key={found.version} found={found} onSaved={revalidate} />;
}
