import { Modal, Text } from '@shopify/polaris';
import { Stack } from '../components/layout.tsx';
import { useText } from '../i18n/use-text.ts';
import { useLocation, useNavigate } from '../router.ts';
import { useLayoutPath, useShell } from './shell-context.tsx';

/** Where somebody without a membership goes on: to mend it, to their account, and to the money that is theirs. */
const OPEN = ['/membership', '/account', '/money', '/payment-information'];

/** Stands over the portal while the viewer's vendor has no membership. It closes by leading to where one is bought. */
export function MembershipDialog() {
  const t = useText();
  const { membership, viewer } = useShell();
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
        { content: t('memberships:dialog.account'), onAction: goTo('/account') },
      ]}
    >
      <Modal.Section>
        <Stack>
          <Text as="p">{t(membership.mayFulfill ? 'memberships:dialog.bodyFulfill' : 'memberships:dialog.body')}</Text>
          {viewer.leads ? null : <Text as="p">{t('memberships:dialog.staff')}</Text>}
        </Stack>
      </Modal.Section>
    </Modal>
  );
}
