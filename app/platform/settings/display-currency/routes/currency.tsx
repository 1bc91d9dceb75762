import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { currencyForm } from '../display-currency.contract.ts';
import { readCurrencySettings, saveCurrencyRates, saveDisplayCurrency } from '../display-currency.service.server.ts';
import { CurrencyScreen } from '../screens/currency-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.currency.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_settings', async (ctx) => ({
    ...(await readCurrencySettings(ctx)),
    isMarketplace: ctx.viewer.vendorScope === '*',
  }));
}

/** Saves the rates, which are the marketplace's alone, before the choice that may need one of them. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const { displayCurrency, rates } = await readForm(request, currencyForm);
    if (rates) await saveCurrencyRates(await ctxWith({ request, context }, 'switch_vendor'), rates);
    return saveDisplayCurrency(await ctxWith({ request, context }, 'read_settings'), displayCurrency);
  });
}

export default function CurrencyRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <CurrencyScreen key={loaded.ratedAt ?? ''} {...loaded} />;
}
