import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { checklistInput } from '#app/features/onboarding/onboarding.contract.ts';
import { changeChecklist, readChecklist } from '#app/features/onboarding/onboarding.service.server.ts';
import { readHome } from '../home.service.server.ts';
import { MarketplaceHomeScreen } from '../screens/marketplace-home-screen.tsx';
import { VendorHomeScreen } from '../screens/vendor-home-screen.tsx';

export const meta = screenMeta((t) => t('home:title'));

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'signed_in', async (ctx) => {
    return {
      name: ctx.viewer.actor.name,
      home: await readHome(ctx),
      checklist: await readChecklist(ctx),
      hasBell: !ctx.viewer.isEmbedded,
    };
  });
}

/** The one act of the home: dismissing the first steps, or showing them again. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () =>
    changeChecklist(await ctxWith({ request, context }, 'signed_in'), await readForm(request, checklistInput)),
  );
}

export default function HomeRoute() {
  const { name, home, checklist, hasBell } = useLoaderData<typeof loader>();
  const t = useText();
  const { send } = useAction({ action: '?index' });
  const onSetup = () => {
    const dismissed = !checklist.isDismissed;
    const said = (isDismissed: boolean) => t(isDismissed ? 'onboarding:dismissed' : 'onboarding:shown');
    send({ dismissed }, said(dismissed), { payload: { dismissed: !dismissed }, text: said(!dismissed) });
  };
  const shared = { name, checklist, onSetup };
  return home.kind === 'vendor' ? (
    <VendorHomeScreen {...shared} home={home} />
  ) : (
    <MarketplaceHomeScreen {...shared} home={home} hasBell={hasBell} />
  );
}
