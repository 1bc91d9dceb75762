import { z } from 'zod';
import { mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { labelSettingsBody, shippoKeySchema } from '../shippo-key.contract.ts';
import {
  deleteShippoKeyOf,
  readShippoState,
  saveLabelSettingsOf,
  saveShippoKeyOf,
} from '../shippo-key.service.server.ts';
import { LabelSettingsScreen } from '../screens/label-settings-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.labels.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({
    found: await readShippoState(ctx),
    mayChange: await mayPayOut(ctx),
  }));
}

const sent = z.union([shippoKeySchema, labelSettingsBody]);

/** PUT keeps a key or says who bears the cost, DELETE forgets the key. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    if (request.method === 'DELETE') return deleteShippoKeyOf(ctx);
    const form = await readForm(request, sent);
    return 'apiKey' in form ? saveShippoKeyOf(ctx, form.apiKey) : saveLabelSettingsOf(ctx, form);
  });
}

export default function LabelSettingsRoute() {
  return <LabelSettingsScreen {...useLoaderData<typeof loader>()} />;
}
