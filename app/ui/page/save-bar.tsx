import { SaveBar as HostSaveBar } from '@shopify/app-bridge-react';
import { Button, InlineStack } from '@shopify/polaris';
import { useEffect } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useBlocker } from '../router.ts';
import { useLayout } from '../shell/shell-context.tsx';
import { useConfirm } from './confirm.tsx';
import { hostBridge } from './host-bridge.ts';

/** What a save bar needs to know of its form; `useForm().saveBar` is one. */
export type SaveBarState = { dirty: boolean; saving: boolean; onSave: () => void; onDiscard: () => void };

/** Appears when something changed and guards leaving: the host's bar in the store admin, our own in the portal. */
export function SaveBar({ state }: { state: SaveBarState }) {
  const layout = useLayout();
  useLeaveGuard(state.dirty && !state.saving);
  useSaveKey(state);
  return layout === 'admin' ? <AdminSaveBar state={state} /> : <PortalSaveBar state={state} />;
}

function AdminSaveBar({ state }: { state: SaveBarState }) {
  const t = useText();
  return (
    <HostSaveBar open={state.dirty}>
      <button type="button" variant={'primary'} {...(state.saving ? { loading: '' } : {})} onClick={state.onSave}>
        {t('common:save')}
      </button>
      <button type="button" disabled={state.saving} onClick={state.onDiscard}>
        {t('common:discard')}
      </button>
    </HostSaveBar>
  );
}

function PortalSaveBar({ state }: { state: SaveBarState }) {
  const t = useText();
  if (!state.dirty) return null;
  return (
    <div className="souk-save-bar" role="region" aria-label={t('common:unsaved')}>
      <span className="souk-save-text">{t('common:unsaved')}</span>
      <InlineStack gap="200" wrap={false}>
        <Button onClick={state.onDiscard} disabled={state.saving}>
          {t('common:discard')}
        </Button>
        <Button variant="primary" onClick={state.onSave} loading={state.saving}>
          {t('common:save')}
        </Button>
      </InlineStack>
    </div>
  );
}

/** Stops leaving while something is unsaved, inside the app and when the tab closes. */
function useLeaveGuard(active: boolean): void {
  const t = useText();
  const confirm = useConfirm();
  const layout = useLayout();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const host = layout === 'admin' ? hostBridge() : undefined;
    // The host's promise settles only for leaving; staying leaves it open, and the next attempt asks again.
    const answer = host
      ? host.saveBar.leaveConfirmation().then(() => true)
      : confirm({
          title: t('common:leave.title'),
          body: t('common:leave.body'),
          action: t('common:leave.action'),
          cancel: t('common:leave.stay'),
        });
    answer.then(
      (leave) => {
        leave ? blocker.proceed() : blocker.reset();
      },
      () => {
        blocker.reset();
      },
    );
    // The blocker is a new object in each state; its state is what matters.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state]);
  useEffect(() => {
    if (!active) return;
    const hold = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => {
      window.removeEventListener('beforeunload', hold);
    };
  }, [active]);
}

/** Ctrl or ⌘ with S saves, as everywhere. */
function useSaveKey({ dirty, saving, onSave }: SaveBarState): void {
  useEffect(() => {
    if (!dirty) return;
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!saving) onSave();
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
    };
  }, [dirty, saving, onSave]);
}
