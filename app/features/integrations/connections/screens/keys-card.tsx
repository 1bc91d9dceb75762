import type { KeyScope } from '#app/core/viewer.ts';
import { Banner, BlockStack, Button, Form, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { MAX_KEY_NAME, MONEY_SCOPES } from '#app/features/api-keys/api-key.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow } from '#app/ui/components/layout.tsx';
import { ChoiceInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { ApiKeyDto, IntegrationKeysDto } from '../connections.contract.ts';

type KeysCardProps = { keys: readonly ApiKeyDto[]; allowed: readonly KeyScope[]; canEdit: boolean };

/** Keys of the vendor's own programs: each says what it may do, a new one is shown once, and any is revoked at once. */
export function KeysCard({ keys, allowed, canEdit }: KeysCardProps) {
  const t = useText();
  const [made, setMade] = useState<string | null>(null);
  return (
    <SectionCard title={t('integrations:keys.title')}>
      <BlockStack gap="400">
        <Text as="p" tone="subdued">
          {t('integrations:keys.about')}
        </Text>
        {made === null ? null : <NewKey value={made} />}
        {keys.length === 0 ? (
          <Text as="p">{t('integrations:keys.empty')}</Text>
        ) : (
          <ul className="souk-rows" aria-label={t('integrations:keys.title')}>
            {keys.map((key) => (
              <li key={key.id}>
                <KeyRow apiKey={key} canEdit={canEdit} />
              </li>
            ))}
          </ul>
        )}
        {canEdit && allowed.length > 0 ? <MakeKey key={keys.length} allowed={allowed} onMade={setMade} /> : null}
        {canEdit && allowed.length === 0 ? <Text as="p">{t('integrations:keys.noRights')}</Text> : null}
      </BlockStack>
    </SectionCard>
  );
}

/** A scope in words. */
const scopeText = (t: ReturnType<typeof useText>, scope: KeyScope): string =>
  t(`integrations:scope.${scope.replace(':', '_') as 'products_read'}`);

function NewKey({ value }: { value: string }) {
  const t = useText();
  return (
    <Banner tone="success" title={t('integrations:keys.made')}>
      <BlockStack gap="100">
        <Text as="p">{t('integrations:keys.once')}</Text>
        <code data-new-key style={{ overflowWrap: 'anywhere' }}>
          {value}
        </code>
      </BlockStack>
    </Banner>
  );
}

function KeyRow({ apiKey, canEdit }: { apiKey: ApiKeyDto; canEdit: boolean }) {
  const t = useText();
  const when = useWhen();
  const confirm = useConfirm();
  const { id, name, hint, createdAt, createdBy, lastUsedAt, scopes } = apiKey;
  const form = useForm({
    initial: {},
    toPayload: () => ({ id }),
    method: 'delete',
    done: t('integrations:keys.revoked'),
  });
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('integrations:keys.revokeTitle', { name }),
      body: t('integrations:keys.revokeBody'),
      action: t('integrations:keys.revoke'),
      destructive: true,
    });
    if (isSure) form.submit();
  };
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200">
      <BlockStack>
        <Text as="span" fontWeight="semibold" breakWord>
          {t('integrations:keys.named', { name, hint })}
        </Text>
        <Text as="span">
          {t('integrations:keys.may', { scopes: scopes.map((one) => scopeText(t, one)).join(', ') })}
        </Text>
        <Text as="span" tone="subdued">
          {t('integrations:keys.createdBy', { name: createdBy, when: when(createdAt) })}
        </Text>
        <Text as="span" tone="subdued">
          {lastUsedAt === null
            ? t('integrations:keys.unused')
            : t('integrations:keys.used', { when: when(lastUsedAt) })}
        </Text>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      </BlockStack>
      {canEdit ? (
        <Button
          tone="critical"
          variant="plain"
          loading={form.saving}
          accessibilityLabel={t('integrations:keys.revokeNamed', { name })}
          onClick={() => void ask()}
        >
          {t('integrations:keys.revoke')}
        </Button>
      ) : null}
    </InlineStack>
  );
}

type MakeKeyProps = { allowed: readonly KeyScope[]; onMade: (key: string | null) => void };

function MakeKey({ allowed, onMade }: MakeKeyProps) {
  const t = useText();
  const form = useForm<{ name: string; scopes: KeyScope[] }, IntegrationKeysDto>({
    schema: () => import('../connections.contract.ts').then(({ newKeyInput }) => newKeyInput),
    initial: { name: '', scopes: allowed.filter((scope) => !MONEY_SCOPES.has(scope)) },
    method: 'put',
    onDone: ({ key }) => {
      onMade(key);
    },
  });
  return (
    <Form onSubmit={form.submit} noValidate>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <TextInput
          {...form.field('name')}
          label={t('integrations:keys.name')}
          helpText={t('integrations:keys.nameHelp')}
          maxLength={MAX_KEY_NAME}
        />
        <ChoiceInput
          {...form.field('scopes')}
          label={t('integrations:keys.scopes')}
          multiple
          choices={allowed.map((value) => ({ value, label: scopeText(t, value) }))}
        />
        <EndRow>
          <Button submit loading={form.saving} disabled={!form.dirty}>
            {t('integrations:keys.make')}
          </Button>
        </EndRow>
      </BlockStack>
    </Form>
  );
}
