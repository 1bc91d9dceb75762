import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { KeyState } from '../background-removal.contract.ts';

/** The marketplace's key of the provider that removes backgrounds; the page's action takes PATCH with a key, and DELETE. */
export function RemovalKeyCard({ removal }: { removal: KeyState }) {
  const t = useText();
  return (
    <SectionCard title={t('settings:background.title')}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('settings:background.about')}
        </Text>
        {removal.isSet ? <KnownKey removal={removal} /> : null}
        <NewKey isSet={removal.isSet} />
      </BlockStack>
    </SectionCard>
  );
}

function KnownKey({ removal }: { removal: KeyState }) {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm({
    initial: {},
    method: 'delete',
    done: t('settings:background.removed'),
  });
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t('settings:background.removeTitle'),
      body: t('settings:background.removeBody'),
      action: t('settings:background.remove'),
      destructive: true,
    });
    if (sure) form.submit();
  };
  return (
    <InlineStack gap="300" blockAlign="center" align="space-between">
      <Text as="p">
        {t('settings:background.known', { hint: removal.hint })}{' '}
        {removal.credits === null
          ? t('settings:background.unknownCredit')
          : t('settings:background.credit', { count: removal.credits })}
      </Text>
      <Button tone="critical" variant="plain" loading={form.saving} onClick={() => void ask()}>
        {t('settings:background.remove')}
      </Button>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
    </InlineStack>
  );
}

function NewKey({ isSet }: { isSet: boolean }) {
  const t = useText();
  const form = useForm({
    schema: () => import('../background-removal.contract.ts').then(({ keySchema }) => keySchema),
    initial: { apiKey: '' },
    method: 'patch',
    done: t('settings:background.saved'),
    onDone: () => {
      form.discard();
    },
  });
  return (
    <BlockStack gap="200">
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <TextInput
        {...form.field('apiKey')}
        label={t(isSet ? 'settings:background.other' : 'settings:background.key')}
        type="password"
        autoComplete="off"
        maxLength={100}
        connectedRight={
          <Button onClick={form.submit} loading={form.saving} disabled={!form.dirty}>
            {t('common:save')}
          </Button>
        }
      />
    </BlockStack>
  );
}
