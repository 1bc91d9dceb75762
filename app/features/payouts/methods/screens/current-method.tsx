import { Badge, Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { StatusBadge, type Status } from '#app/ui/components/status-badge.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { When, useWhen } from '#app/ui/time/when.tsx';
import type { Phase } from '../payout-method.ts';
import type { PayoutMethodView } from '../payout-methods.contract.ts';

const BADGES: Readonly<Record<Phase, Status>> = {
  questions: 'pending',
  review: 'pending',
  active: 'ready',
  restricted: 'blocked',
  rejected: 'rejected',
  renew: 'blocked',
  disconnected: 'blocked',
};

/** The way that was chosen, where it stands, and what is left to do. */
export function CurrentMethod({ method }: { method: PayoutMethodView }) {
  const t = useText();
  const isStripe = method.kind === 'stripe';
  const name = isStripe ? 'Stripe' : method.paypal.type === 'USER_HANDLE' ? 'Venmo' : 'PayPal';
  const isTest = isStripe ? method.stripe.isTestKey : method.paypal.isSandbox;
  const phase = method.phase ?? 'disconnected';
  return (
    <SectionCard
      title={`${t('payments:method.current')}: ${name}`}
      aside={
        <InlineStack gap="100" wrap={false}>
          {isTest && phase !== 'disconnected' ? <Badge tone="warning">{t('payments:mode.test')}</Badge> : null}
          <StatusBadge status={BADGES[phase]} />
        </InlineStack>
      }
    >
      <BlockStack gap="300">
        {isStripe || phase === 'disconnected' ? (
          <Text as="p">{t(`payments:method.state.${phase}`, { provider: isStripe ? 'Stripe' : 'PayPal' })}</Text>
        ) : null}
        <MethodFacts method={method} />
        {isTest && phase !== 'disconnected' ? (
          <Text as="p" tone="subdued">
            {t('payments:method.test')}
          </Text>
        ) : null}
        {method.mayChange ? <MethodActions method={method} phase={phase} /> : null}
      </BlockStack>
    </SectionCard>
  );
}

function MethodFacts({ method }: { method: PayoutMethodView }) {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const { account } = method.stripe;
  const own =
    method.kind === 'paypal'
      ? [{ label: t('payments:method.paypal.type'), value: method.paypal.receiver }]
      : account
        ? [
            { label: t('payments:method.stripe.email'), value: account.email },
            { label: t('payments:method.stripe.country'), value: format.country(account.country) },
          ]
        : [];
  const changed = method.detailsChangedAt;
  return (
    <>
      <Facts
        facts={[
          ...own,
          ...(changed ? [{ label: t('payments:method.changed'), value: <When at={changed} as="long" /> }] : []),
        ]}
      />
      {method.kind === 'stripe' && account && account.due.length > 0 ? (
        <Text as="p">{t('payments:method.stripe.due', { count: account.due.length })}</Text>
      ) : null}
      {method.kind === 'stripe' && account?.isStale ? (
        <Banner tone="warning">{t('payments:method.stripe.old', { when: when(account.checkedAt) })}</Banner>
      ) : null}
    </>
  );
}

function MethodActions({ method, phase }: { method: PayoutMethodView; phase: Phase }) {
  const isStripe = method.kind === 'stripe';
  const asks = isStripe && (phase === 'questions' || phase === 'restricted');
  const opens = isStripe && (phase === 'active' || phase === 'review' || phase === 'restricted');
  return (
    <InlineStack gap="300" align="space-between" blockAlign="center">
      <InlineStack gap="200">
        {asks ? <StripePage act="onboard" isPrimary /> : null}
        {opens ? <StripePage act="dashboard" /> : null}
      </InlineStack>
      <RemoveMethod />
    </InlineStack>
  );
}

/** A page of Stripe's own. Its address opens once: it is asked for with each press, and kept nowhere. */
function StripePage({ act: action, isPrimary }: { act: 'onboard' | 'dashboard'; isPrimary?: boolean }) {
  const t = useText();
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useForm<Record<string, never>, { url: string }>({
    initial: {},
    toPayload: () => ({ open: action }),
    onDone: ({ url }) => {
      setIsLeaving(true);
      window.location.assign(url);
    },
  });
  return (
    <BlockStack gap="200">
      <Button variant={isPrimary ? 'primary' : 'secondary'} loading={form.saving || isLeaving} onClick={form.submit}>
        {t(`payments:method.stripe.${action}`)}
      </Button>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
    </BlockStack>
  );
}

function RemoveMethod() {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm({
    initial: {},
    method: 'delete',
    done: t('payments:method.removed'),
  });
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t('payments:method.removeTitle'),
      body: t('payments:method.removeBody'),
      action: t('payments:method.remove'),
      destructive: true,
    });
    if (sure) form.submit();
  };
  return (
    <>
      <Button tone="critical" variant="plain" loading={form.saving} onClick={() => void ask()}>
        {t('payments:method.remove')}
      </Button>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
    </>
  );
}
