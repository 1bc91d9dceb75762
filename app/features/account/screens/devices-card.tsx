import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useToast } from '#app/ui/page/toast.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { callApi } from '#app/ui/session/api-client.ts';
import { refusalWords } from '#app/ui/session/refusal-words.ts';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { signOutEverywhereEndpoint, DeviceDto } from '../account.contract.ts';

/** Where one is signed in on the web, and the way to end all of it. */
export function DevicesCard({ devices }: { devices: readonly DeviceDto[] }) {
  const t = useText();
  const { signOut, isBusy } = useSignOutEverywhere();
  return (
    <SectionCard title={t('account:devices.title')}>
      {devices.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('account:devices.none')}
        </Text>
      ) : (
        <ul className="souk-devices">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
      {devices.length > 0 ? (
        <InlineStack>
          <Button loading={isBusy} onClick={() => void signOut()}>
            {t('account:devices.all')}
          </Button>
        </InlineStack>
      ) : null}
    </SectionCard>
  );
}

function DeviceRow({ device }: { device: DeviceDto }) {
  const t = useText();
  const when = useWhen();
  const { id, browser, system, current, signedInAt, lastUsedAt } = device;
  const name =
    browser && system
      ? t('account:devices.on', { browser, system })
      : browser || system || t('account:devices.unknown');
  const signOut = useForm({
    schema: () => import('../account.contract.ts').then(({ accountActionSchema }) => accountActionSchema),
    initial: {},
    toPayload: () => ({ intent: 'sign-out-device', id }),
    done: t('account:devices.signedOut', { device: name }),
  });
  return (
    <li>
      <BlockStack gap="050">
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" fontWeight="semibold">
            {name}
          </Text>
          {current ? <Badge tone="success">{t('account:devices.current')}</Badge> : null}
        </InlineStack>
        {signOut.formError ? (
          <Text as="p" tone="critical">
            {signOut.formError}
          </Text>
        ) : null}
        <Text as="span" variant="bodySm" tone="subdued">
          {`${t('account:devices.used', { when: when(lastUsedAt) })} · ${t('account:devices.since', { when: when(signedInAt) })}`}
        </Text>
      </BlockStack>
      {current ? null : (
        <Button
          size="slim"
          loading={signOut.saving}
          onClick={signOut.submit}
          accessibilityLabel={t('account:devices.signOutOf', { device: name })}
        >
          {t('account:devices.signOut')}
        </Button>
      )}
    </li>
  );
}

/**
 * Asks once, ends every session, and leaves for where signing out leads. A plain call: a form of the page would read the page
 * again afterwards, find nobody signed in, and leave for elsewhere at the same time.
 */
function useSignOutEverywhere() {
  const t = useText();
  const toast = useToast();
  const confirm = useConfirm();
  const { signedOutUrl = '/app' } = useShell();
  const [isBusy, setBusy] = useState(false);
  const signOut = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('account:devices.ask'),
      body: t('account:devices.consequence'),
      action: t('account:devices.doIt'),
      destructive: true,
    });
    if (!isSure) return;
    setBusy(true);
    try {
      await callApi<typeof signOutEverywhereEndpoint>('POST', '/account/sign-out-everywhere', {});
      window.location.assign(signedOutUrl);
    } catch (problem) {
      toast(refusalWords(t, problem), { isError: true });
      setBusy(false);
    }
  };
  return { signOut, isBusy };
}
