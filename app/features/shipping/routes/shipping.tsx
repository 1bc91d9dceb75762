import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { listCountries } from '../screens/countries.ts';
import { ShippingScreen } from '../screens/shipping-screen.tsx';
import { saveShippingSettings } from '../zones/shipping-settings.service.server.ts';
import { testRates } from '../zones/test-rates.service.server.ts';
import { settingsForm, testRatesForm } from '../zones/zones.contract.ts';
import { deleteZone, readZones } from '../zones/zones.service.server.ts';
import { isDefaultZonesRequest } from '../zones/default-zones-request.ts';

export const meta = screenMeta((t, data) =>
  t(
    (data as { isOfDefaults?: boolean } | undefined)?.isOfDefaults
      ? 'settings:row.shippingDefaults.name'
      : 'settings:row.shipping.name',
  ),
);

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_settings', async (ctx) => ({
    found: await readZones(ctx, { defaults: isDefaultZonesRequest(request) }),
    countries: listCountries(ctx.viewer.locale),
    vendor: ctx.viewer.vendorScope === '*' ? '' : ctx.viewer.vendorName,
    isOfDefaults: isDefaultZonesRequest(request) || ctx.viewer.vendorScope === '*',
  }));
}

const forms = z.union([settingsForm, testRatesForm, z.object({ deleted: idSchema })]);

/** Saves the settings, tests a cart, or deletes a zone. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<unknown>(async () => {
    const ctx = await ctxWith({ request, context }, 'read_settings');
    const form = await readForm(request, forms);
    if ('test' in form) return testRates(ctx, form.test);
    if ('deleted' in form) return deleteZone(ctx, form.deleted, { defaults: isDefaultZonesRequest(request) });
    return saveShippingSettings(await ctxWith({ request, context }, 'switch_vendor'), form.settings);
  });
}

export default function ShippingRoute() {
  return <ShippingScreen {...useLoaderData<typeof loader>()} />;
}
