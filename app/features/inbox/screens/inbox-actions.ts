import { useText } from '#app/ui/i18n/use-text.ts';
import type { PageAction } from '#app/ui/page/page-action.ts';
import { useCan, useShell } from '#app/ui/shell/shell-context.tsx';
import type { InboxKind } from '../inbox.ts';

/** What can be begun or decided from the inbox, of the kinds that are on. */
export function useInboxActions(kinds: readonly InboxKind[]): {
  primaryAction?: PageAction;
  secondaryActions: PageAction[];
} {
  const t = useText();
  const mayWrite = useCan()('write_orders');
  const { viewer } = useShell();
  const seesAll = viewer.vendor === null;
  const hasConversations = kinds.includes('conversation');
  const hasOffers = kinds.includes('offer');
  const actions: (PageAction | false)[] = [
    hasConversations &&
      mayWrite &&
      !seesAll && { label: t('inbox:actions.toMarketplace'), url: '/conversations/marketplace' },
    hasConversations && mayWrite && { label: t('inbox:actions.replies'), url: '/conversations/replies' },
    hasOffers && !seesAll && { label: t('inbox:actions.offerRules'), url: '/offers/rules' },
    hasOffers && viewer.isAdmin && { label: t('inbox:actions.offerSettings'), url: '/offers/settings' },
  ];
  return {
    ...(hasConversations && seesAll && viewer.isAdmin
      ? { primaryAction: { label: t('inbox:actions.newConversation'), url: '/conversations/new' } }
      : {}),
    secondaryActions: actions.filter((action) => action !== false),
  };
}
