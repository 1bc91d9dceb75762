import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { workflowRightsBody } from '#app/platform/payout-rights/workflow-rights.contract.ts';
import { getWorkflowRights, saveWorkflowRights } from '#app/platform/payout-rights/workflow-rights.service.server.ts';
import { decideRaise } from '../limit.service.server.ts';
import { decideRaiseBody, payoutRulesBody } from '../payout-rules.contract.ts';
import { readRulesState, saveRules } from '../payout-rules.service.server.ts';
import { PayoutRulesScreen } from '../screens/payout-rules-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.payouts.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({
    ...(await readRulesState(ctx)),
    workflows: await getWorkflowRights(ctx),
  }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    switch (request.method) {
      case 'PUT':
        return saveRules(ctx, await readForm(request, payoutRulesBody));
      case 'PATCH':
        return saveWorkflowRights(ctx, await readForm(request, workflowRightsBody));
      default:
        return decideRaise(ctx, await readForm(request, decideRaiseBody));
    }
  });
}

const DONE = { approve: 'approved', decline: 'declined', withdraw: 'withdrawn' } as const;

export default function PayoutSettingsRoute() {
  const t = useText();
  const loaded = useLoaderData<typeof loader>();
  // Here and not beside its buttons, which are gone before the answer is told.
  const { busy, send } = useAction();
  const { version } = loaded;
  // After a save the form begins anew over the version that was saved.
  return (
    <PayoutRulesScreen
      key={version}
      {...loaded}
      busy={busy}
      onDecide={(run) => {
        // A decision holds over the rules that were read alone.
        send({ act: run, version }, t(`payoutRules:raise.${DONE[run]}`));
      }}
    />
  );
}
