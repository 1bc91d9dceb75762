import { AppError } from '#app/core/errors.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useNavigate, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { listCountries } from '../screens/countries.ts';
import { ZoneScreen } from '../screens/zone-screen.tsx';
import { zoneInput } from '../zones/zones.contract.ts';
import { readZones, saveZone } from '../zones/zones.service.server.ts';
import { isDefaultZonesRequest } from '../zones/default-zones-request.ts';

export const meta = screenMeta((t) => t('shipping:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_settings', async (ctx) => {
    const found = await readZones(ctx, { defaults: isDefaultZonesRequest(request) });
    const zone = found.zones.find(({ id }) => id === params.zoneId);
    if (!zone && params.zoneId !== 'new') throw new AppError('not_found');
    if (!found.allowedActions.includes('edit')) throw new AppError('missing_permission', { permission: 'manager' });
    const countries = listCountries(ctx.viewer.locale);
    return {
      found,
      zone,
      countries,
      list: isDefaultZonesRequest(request) ? '/settings/shipping/defaults' : '/settings/shipping',
    };
  });
}

/** POST makes a zone or saves it. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'read_settings');
    return saveZone(ctx, await readForm(request, zoneInput), { defaults: isDefaultZonesRequest(request) });
  });
}

export default function ZoneRoute() {
  const { found, zone, list, countries } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const path = useLayoutPath();
  return (
    <ZoneScreen
      key={zone?.id ?? 'new'}
      found={found}
      zone={zone}
      list={list}
      countries={countries}
      onSaved={() => {
        navigate(path(list));
      }}
    />
  );
}
