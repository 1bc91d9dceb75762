import { scopeOf } from '#app/core/viewer.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { integrationInput } from '../integration/integration.contract.ts';
import { changeMailService, readMailService } from '../integration/integration.service.server.ts';
import { listEditedTemplates } from '../mails.service.server.ts';
import { readNotifications, saveNotifications } from '../notification-settings.service.server.ts';
import { notificationsForm } from '../notifications.ts';
import { checkSenderDomain, readSenderDomain } from '../sender-domain/sender-domain.service.server.ts';
import { NotificationsScreen } from '../screens/notifications-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.notifications.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({
    ...(await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({
      notifications: await readNotifications(tx),
      service: await readMailService(tx),
      edited: await listEditedTemplates(tx),
    }))),
    domain: await readSenderDomain(ctx),
  }));
}

/** PUT saves which mails are sent and from whom, PATCH connects a service or disconnects it, POST looks the sender's domain up. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    if (request.method === 'POST') return checkSenderDomain(ctx);
    if (request.method === 'PATCH') return changeMailService(ctx, await readForm(request, integrationInput));
    return saveNotifications(ctx, (await readForm(request, notificationsForm)).notifications);
  });
}

export default function NotificationsRoute() {
  return <NotificationsScreen {...useLoaderData<typeof loader>()} />;
}
