import { subscribersQuery } from '../contact-messages.contract.ts';
import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readSubscribersScreen } from '../contact-screens.server.ts';
import { removeSubscriber } from '../subscribers.service.server.ts';
import { SubscribersScreen } from '../screens/subscribers-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.subscribers.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const state = readListAddress(request, { views: subscribersQuery.shape.status.unwrap().options });
  return loadScreen({ request, context }, 'switch_vendor', (ctx) => readSubscribersScreen(ctx, state));
}

const removeSchema = z.object({ id: idSchema });

/** DELETE erases a subscriber. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return removeSubscriber(ctx, (await readForm(request, removeSchema)).id);
  });
}

export default function SubscribersRoute() {
  return <SubscribersScreen {...useLoaderData<typeof loader>()} />;
}
