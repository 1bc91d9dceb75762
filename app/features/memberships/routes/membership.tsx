import { z } from 'zod';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { createCheckout, openBilling } from '../membership-pages.service.server.ts';
import { listPlans, readMembershipView } from '../membership-view.service.server.ts';
import { checkoutInput } from '../memberships.contract.ts';
import { MembershipScreen } from '../screens/membership-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.membership.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  // Whoever comes back from the provider sees what was chosen there, however lately it was read.
  const isBack = new URL(request.url).searchParams.get('from') === 'stripe';
  return loadScreen({ request, context }, 'read_settings', async (ctx) => {
    const membership = await readMembershipView(ctx, { isFresh: !isBack });
    return { membership, offer: await listPlans(ctx), isBack };
  });
}

const posted = z.union([z.object({ act: z.enum(['billing', 'check']) }), checkoutInput]);

/** POST begins a checkout, opens the provider's page for changes, or reads the membership again. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'read_settings');
    const form = await readForm(request, posted);
    if (!('act' in form)) return createCheckout(ctx, form.priceId);
    return form.act === 'billing' ? openBilling(ctx) : readMembershipView(ctx, { isFresh: false });
  });
}

export default function MembershipRoute() {
  return <MembershipScreen {...useLoaderData<typeof loader>()} />;
}
