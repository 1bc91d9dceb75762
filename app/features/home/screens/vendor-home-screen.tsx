import { AlertTriangleIcon, CashDollarIcon, ChatIcon, EmailIcon, PriceListIcon } from '@shopify/polaris-icons';
import { HomeFiguresCard } from '#app/features/dashboard/shared/home-figures.tsx';
import { SetupCard } from '#app/features/onboarding/shared/setup-card.tsx';
import { joinSentences } from '#app/ui/i18n/sentences.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { Task } from '#app/ui/components/task-row.tsx';
import { useCan, useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { VendorHome } from '../home.contract.ts';
import type { HomeExtras } from './home-extras.ts';
import { HomeScreen, WaitingCard } from './home-screen.tsx';
import { NextPayoutCard } from './next-payout-card.tsx';
import { payoutIssuesUrl } from './payout-issues-url.ts';
import { ToShipCard } from './to-ship-card.tsx';

export type VendorHomeProps = HomeExtras & { name: string; home: VendorHome };

/**
 * What must leave first, beside it the next payout with its day and account; then what else waits, and four figures. Before the
 * first sale the first steps stand alone: figures would be zeros.
 */
export function VendorHomeScreen({ name, home, checklist, onSetup }: VendorHomeProps) {
  const t = useText();
  const when = useWhen();
  const can = useCan();
  const { now } = useShell();
  const tasks = useTasks(home);
  const count = home.toShip?.count ?? 0;
  const unpaid = home.toShip?.unpaid ?? 0;
  const day = when(now, 'long');
  const sentences: [string, ...string[]] = [
    `${day.charAt(0).toUpperCase()}${day.slice(1)}`,
    ...(count > 0 ? [t('home:task.ordersToShip', { count })] : []),
    ...(unpaid > 0 ? [t('home:ship.ofThemUnpaid', { count: unpaid })] : []),
  ];
  const steps = checklist.isShown ? (
    <SetupCard key="steps" title={t('onboarding:title.vendor')} checklist={checklist} onDismiss={onSetup} />
  ) : null;
  const toShip =
    home.toShip && count > 0 ? <ToShipCard key="ship" toShip={home.toShip} mayShip={can('write_orders')} /> : null;
  const none = t(home.hasOrders ? 'home:nothingToShip' : 'home:nothingSold');
  // Orders to ship are what waits: a card that says nothing else does would only stand below them.
  const waiting = toShip === null || tasks.length > 0 ? <WaitingCard key="waiting" tasks={tasks} none={none} /> : null;
  const payout = home.hasOrders && home.money ? <NextPayoutCard key="payout" money={home.money} /> : null;
  const figures = home.figures ? <HomeFiguresCard key="figures" figures={home.figures} isMarketplace={false} /> : null;
  return (
    <HomeScreen
      name={name}
      subtitle={joinSentences(sentences)}
      secondaryActions={[
        ...(can('write_products') ? [{ label: t('home:act.addProduct'), url: '/products/new' }] : []),
        ...(checklist.isDismissed && checklist.mayDismiss ? [{ label: t('onboarding:show'), onAction: onSetup }] : []),
      ]}
      rows={
        home.hasOrders
          ? steps === null
            ? [
                { main: [toShip, waiting], side: [payout] },
                { main: [figures], side: [] },
              ]
            : // Beside two cards the figures fill the column of the work, which would end before them.
              [{ main: [toShip, waiting, figures], side: [payout, steps] }]
          : [{ main: [steps, waiting], side: [] }]
      }
    />
  );
}

function useTasks({ payoutIssues, sentBack = [], messages }: VendorHome): Task[] {
  const t = useText();
  const format = useFormat();
  const newest = payoutIssues?.newest;
  const inbox = [
    { id: 'conversationsUnread', icon: ChatIcon, url: '/inbox?view=conversations&state=unread' },
    { id: 'offersPending', icon: PriceListIcon, url: '/inbox?view=offers&state=pending' },
    { id: 'messagesUnread', icon: EmailIcon, url: '/inbox?view=messages&state=unread' },
  ] as const;
  const { features } = useShell();
  const isOpen = {
    conversationsUnread: features['messages'],
    offersPending: features['makeAnOffer'],
    messagesUnread: true,
  };
  return [
    ...(payoutIssues && newest
      ? [
          {
            id: 'issues',
            icon: CashDollarIcon,
            tone: 'critical' as const,
            title: t('home:task.troubles', { count: payoutIssues.count }),
            why: t('home:why.ownPayoutIssue', {
              amount: format.money(newest.amount),
              why: t(`money:reason.${newest.reason ?? 'marketplace'}`),
            }),
            action: { label: t('home:act.see'), url: payoutIssuesUrl(payoutIssues) },
          },
        ]
      : []),
    ...inbox
      .filter(({ id }) => isOpen[id] && (messages?.[id] ?? 0) > 0)
      .map(({ id, icon, url }) => ({
        id,
        icon,
        title: t(`home:task.${id}`, { count: messages?.[id] ?? 0 }),
        why: t(`home:why.${id}`),
        action: { label: t('home:act.answer'), url },
      })),
    ...sentBack.map((product) => ({
      id: product.id,
      icon: AlertTriangleIcon,
      tone: 'warning' as const,
      title: t('home:task.sentBack', { title: product.title }),
      why: product.note ?? t('home:why.sentBack'),
      action: { label: t('home:act.edit'), url: `/products/${product.id}` },
    })),
  ];
}
