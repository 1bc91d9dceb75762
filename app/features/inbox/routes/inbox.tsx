import { z } from 'zod';
import { loadScreen } from '#app/server/screen.server.ts';
import { readListAddress, redirectWithout } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { decodeInboxCursor, INBOX_STATES, INBOX_VIEWS, STATES_OF_VIEW } from '../inbox.ts';
import { readInbox } from '../inbox.service.server.ts';
import { InboxScreen } from '../screens/inbox-screen.tsx';

export const meta = screenMeta((t) => t('shell:places.inbox'));

const stateSchema = z.enum(INBOX_STATES);
const forSchema = z.enum(['marketplace', 'vendors']);

export function loader({ request, context }: LoaderFunctionArgs) {
  const { view, q, filters, cursor, before } = readListAddress(request, {
    views: INBOX_VIEWS,
    filters: { state: stateSchema, for: forSchema },
    isCursor: (text) => decodeInboxCursor(text) !== undefined,
  });
  const opened = INBOX_VIEWS.find((one) => one === view) ?? 'all';
  const state = stateSchema.safeParse(filters.state);
  const addressee = forSchema.safeParse(filters.for);
  // A filter of the tab before says nothing here.
  const strange = [
    ...(state.success && !STATES_OF_VIEW[opened].includes(state.data) ? ['state'] : []),
    ...(addressee.success && opened !== 'messages' ? ['for'] : []),
  ];
  if (strange.length > 0) throw redirectWithout(request, strange);
  return loadScreen({ request, context }, 'read_orders', async (ctx) => {
    const inbox = await readInbox(ctx, {
      view: opened,
      state: state.data,
      for: addressee.data,
      q,
      after: cursor === undefined ? undefined : decodeInboxCursor(cursor),
      before: before === undefined ? undefined : decodeInboxCursor(before),
    });
    // The tab of a kind whose feature is off is no tab.
    if (!inbox.isOn) throw redirectWithout(request, ['view', 'state']);
    return inbox;
  });
}

export default function InboxRoute() {
  return <InboxScreen {...useLoaderData<typeof loader>()} />;
}
