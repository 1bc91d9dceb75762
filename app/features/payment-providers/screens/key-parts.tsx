import { Badge, Banner, Button, InlineStack, Text } from '@shopify/polaris';
import type { Provider, ProviderReason } from '#app/core/provider-problem.ts';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import type { Fact } from '#app/ui/components/layout.tsx';
import { When, useWhen } from '#app/ui/time/when.tsx';

type Known = {
  hint: string;
  savedAt: string | null;
  receivesEvents: boolean;
  heardAt: string | null;
  refusedDeliveries: number;
  problem: ProviderReason | null;
};

const NAMES = { stripe: 'Stripe', paypal: 'PayPal' } as const;

/** Whether a key moves real money: never to be missed. */
export function ModeBadge({ isTest }: { isTest: boolean }) {
  const t = useText();
  return isTest ? (
    <Badge tone="warning">{t('payments:mode.test')}</Badge>
  ) : (
    <Badge tone="success">{t('payments:mode.live')}</Badge>
  );
}

/** What a provider answers to the key at the moment, where that is not what it should. */
export function ProblemBanner({ provider, problem }: { provider: Provider; problem: ProviderReason | null }) {
  const t = useText();
  if (problem === null) return null;
  const known =
    problem === 'key' || problem === 'expired' || problem === 'not_granted' || problem === 'busy' || problem === 'lost';
  return (
    <Banner tone={problem === 'busy' || problem === 'lost' ? 'warning' : 'critical'}>
      {t(`payments:problem.${known ? problem : 'other'}`, { provider: NAMES[provider] })}
    </Banner>
  );
}

/** The facts that every key has: by which signs it is known, since when, and whether its provider is heard. */
export function useKeyFacts(provider: Provider, known: Known): Fact[] {
  const t = useText();
  const when = useWhen();
  const name = { provider: NAMES[provider] };
  const eventState = !known.receivesEvents
    ? t('payments:news.deaf', name)
    : known.heardAt === null
      ? t('payments:news.never')
      : t('payments:news.lastEvent', { when: when(known.heardAt) });
  return [
    {
      label: t('payments:key.known', { hint: known.hint }),
      value: known.savedAt === null ? '' : <When at={known.savedAt} as="day" />,
    },
    {
      label: t('payments:facts.news'),
      value: (
        <>
          {eventState}
          {known.refusedDeliveries > 0 ? (
            <Text as="p" tone="subdued">
              {t('payments:news.refused', { count: known.refusedDeliveries })}
            </Text>
          ) : null}
        </>
      ),
    },
  ];
}

/** Removes a key, after it was asked whether that is meant. */
export function RemoveKey({ provider }: { provider: Provider }) {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm({
    initial: {},
    toPayload: () => ({ remove: provider }),
    method: 'delete',
    done: t('payments:key.removed'),
  });
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t(`payments:${provider}.removeTitle`),
      body: t(`payments:${provider}.removeBody`),
      action: t(`payments:${provider}.remove`),
      destructive: true,
    });
    if (sure) form.submit();
  };
  return (
    <InlineStack gap="300" blockAlign="center">
      <Button tone="critical" variant="plain" loading={form.saving} onClick={() => void ask()}>
        {t(`payments:${provider}.remove`)}
      </Button>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
    </InlineStack>
  );
}
