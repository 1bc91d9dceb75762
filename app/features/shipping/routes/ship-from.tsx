import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useRevalidator, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { listCountries } from '../screens/countries.ts';
import { ShipFromScreen } from '../screens/ship-from-screen.tsx';
import { shipFromBody } from '../ship-from/ship-from.contract.ts';
import { mayWriteShipFrom, readShipFrom, saveShipFrom } from '../ship-from/ship-from.service.server.ts';

export const meta = screenMeta((t) => t('shipping:from.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_settings', async (ctx) => ({
    found: await readShipFrom(ctx),
    mayWrite: mayWriteShipFrom(ctx),
    countries: listCountries(ctx.viewer.locale),
  }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'read_settings');
    return saveShipFrom(ctx, await readForm(request, shipFromBody));
  });
}

export default function ShipFromRoute() {
  const loaded = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return <ShipFromScreen key={loaded.found.version} {...loaded} onSaved={revalidate} />;
}
