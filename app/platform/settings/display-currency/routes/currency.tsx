import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { currencyInput, ratesInput } from '../display-currency.contract.ts';
import { readCurrencySettings, saveCurrencyRates, saveDisplayCurrency } from '../display-currency.service.server.ts';
import { CurrencyScreen } from '../screens/currency-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.currency.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_settings', async (ctx) => ({
    ...(await readCurrencySettings(ctx)),
    isMarketplace: ctx.viewer.vendorScope === '*',
  }));
}

/** PUT saves the choice; PATCH the rates, which are the marketplace's alone. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    if (request.method === 'PATCH') {
      const ctx = await ctxWith({ request, context }, 'switch_vendor');
      return saveCurrencyRates(ctx, (await readForm(request, ratesInput)).rates);
    }
    const ctx = await ctxWith({ request, context }, 'read_settings');
    return saveDisplayCurrency(ctx, (await readForm(request, currencyInput)).displayCurrency);
  });
}

export default function CurrencyRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <CurrencyScreen key={loaded.ratedAt ?? ''} {...loaded} />;
}
