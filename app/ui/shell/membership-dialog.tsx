import { Button, Modal, Text } from '@shopify/polaris';
import { Stack } from '../components/layout.tsx';
import type { MoneyDto } from '#app/core/dto.ts';
import { useText } from '../i18n/use-text.ts';
import { useLocation, useNavigate } from '../router.ts';
import { callPath } from '../session/api-client.ts';
import { signOut } from '../session/session-calls.ts';
import { useData } from '../session/use-data.ts';
import { useFormat, useLayoutPath, useShell } from './shell-context.tsx';

/** Where somebody without a membership goes on: to mend it, to their account, and to the money that is theirs. */
const OPEN = ['/membership', '/account', '/money', '/payment-information'];

/** Stands over the portal while the viewer's vendor has no membership. It closes by leading to where one is bought. */
export function MembershipDialog() {
  const t = useText();
  const { membership, viewer, signedOutUrl = '/app' } = useShell();
  const from = useLowestPrice(membership !== undefined);
  const toPath = useLayoutPath();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  if (!membership) return null;
  const open = [...OPEN, ...(membership.mayFulfill ? ['/orders'] : [])].map(toPath);
  const isOpen = open.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  const goTo = (path: string) => () => {
    navigate(toPath(path));
  };
  return (
    <Modal
      open={!isOpen}
      size="small"
      title={t('memberships:dialog.title')}
      onClose={goTo('/membership')}
      primaryAction={{
        content: t(viewer.leads ? 'memberships:dialog.choose' : 'memberships:dialog.see'),
        onAction: goTo('/membership'),
      }}
      secondaryActions={[
        ...(membership.mayFulfill ? [{ content: t('memberships:dialog.orders'), onAction: goTo('/orders') }] : []),
      ]}
      footer={
        <Button variant="plain" onClick={() => void signOut(signedOutUrl)}>
          {t('memberships:dialog.signOut')}
        </Button>
      }
    >
      <Modal.Section>
        <Stack>
          <Text as="p">{t(membership.mayFulfill ? 'memberships:dialog.bodyFulfill' : 'memberships:dialog.body')}</Text>
          <Text as="p">
            {[
              from ? t('memberships:dialog.from', { price: from }) : '',
              t(membership.keepsProducts ? 'memberships:dialog.keeps' : 'memberships:dialog.hides'),
              membership.mayFulfill ? '' : t('memberships:dialog.waits'),
            ]
              .filter(Boolean)
              .join(' ')}
          </Text>
          {viewer.leads ? null : <Text as="p">{t('memberships:dialog.staff')}</Text>}
        </Stack>
      </Modal.Section>
    </Modal>
  );
}

type Plan = { price: MoneyDto | null; interval: 'day' | 'week' | 'month' | 'year' | null; intervalCount: number };

/** What the cheapest plan costs, such as "€19.00 a month"; undefined until it is known, and where no plan has one price. */
function useLowestPrice(isWanted: boolean): string | undefined {
  const t = useText();
  const format = useFormat();
  const { data } = useData(isWanted ? ['memberships/plans'] : null, async () => {
    const answer = await callPath('GET', '/api/stripe/products');
    return (await answer.json()) as { plans: Plan[] };
  });
  const [lowest] = (data?.plans ?? [])
    .flatMap(({ price, interval, intervalCount }) =>
      price && interval && intervalCount === 1 ? [{ price, interval }] : [],
    )
    .sort((a, b) => Number(a.price.amount) - Number(b.price.amount));
  return lowest && t(`memberships:each.${lowest.interval}`, { price: format.money(lowest.price) });
}
