import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { switchesForm } from '../feature-changes.contract.ts';
import { readFeaturesScreen } from '../features-screen.service.server.ts';
import { saveFeatureChanges } from '../save-features.service.server.ts';
import { FeaturesScreen } from '../screens/features-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.features.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', (ctx) => readFeaturesScreen(ctx));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return saveFeatureChanges(ctx, await readForm(request, switchesForm.partial()));
  });
}

export default function FeaturesRoute() {
  return <FeaturesScreen {...useLoaderData<typeof loader>()} />;
}
