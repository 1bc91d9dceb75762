import { scopeOf } from '#app/core/viewer.ts';
import { countMemberships, listPlans } from '#app/features/memberships/membership-view.service.server.ts';
import { readPayments } from '#app/features/payment-providers/provider-access.service.server.ts';
import { readMembership } from '#app/platform/settings/store-sections.service.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { membershipForm } from '../feature-changes.contract.ts';
import { saveFeatureChanges } from '../save-features.service.server.ts';
import { MembershipSettingsScreen } from '../screens/membership-settings-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.memberships.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const { stripeConnect } = await readPayments(ctx, ctx.viewer.store.id);
    const said = stripeConnect.enabled ? await listPlans(ctx) : { plans: [], problem: null };
    return {
      membership: await ctx.db.fast(scopeOf(ctx.viewer), readMembership),
      plans: said.plans,
      isConnected: stripeConnect.enabled,
      isSilent: said.problem !== null,
      counts: await countMemberships(ctx),
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return saveFeatureChanges(ctx, { membership: await readForm(request, membershipForm) });
  });
}

export default function MembershipSettingsRoute() {
  return <MembershipSettingsScreen {...useLoaderData<typeof loader>()} />;
}
