import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { ApiKeyDto, IntegrationKeysDto } from '../connections.contract.ts';
import { scopeText } from './scope-text.ts';

type KeyRowProps = { apiKey: ApiKeyDto; canEdit: boolean; onMade: (key: string | null) => void };

/** A key: what it may do, where from, until when and its last use; it can be replaced and revoked. */
export function KeyRow({ apiKey, canEdit, onMade }: KeyRowProps) {
  const t = useText();
  const { name, hint, scopes, networks } = apiKey;
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200">
      <BlockStack>
        <Text as="span" fontWeight="semibold" breakWord>
          {t('integrations:keys.named', { name, hint })}
        </Text>
        <KeyEnd apiKey={apiKey} />
        <Text as="span">
          {t('integrations:keys.may', { scopes: scopes.map((one) => scopeText(t, one)).join(', ') })}
        </Text>
        {networks.length === 0 ? null : (
          <Text as="span" breakWord>
            {t('integrations:keys.from', { networks: networks.join(', ') })}
          </Text>
        )}
        <KeyHistory apiKey={apiKey} />
      </BlockStack>
      {canEdit ? (
        <InlineStack gap="300">
          {apiKey.canBeReplaced ? <ReplaceKey apiKey={apiKey} onMade={onMade} /> : null}
          <RevokeKey apiKey={apiKey} />
        </InlineStack>
      ) : null}
    </InlineStack>
  );
}

/** Until when a key works, where that has an end. */
function KeyEnd({ apiKey: { expiresAt, isExpired, endsAt } }: { apiKey: ApiKeyDto }) {
  const t = useText();
  const when = useWhen();
  return (
    <>
      {expiresAt === null ? null : (
        <Text as="span" {...(isExpired ? { tone: 'critical' as const } : {})}>
          {t(isExpired ? 'integrations:keys.expired' : 'integrations:keys.expires', { when: when(expiresAt) })}
        </Text>
      )}
      {endsAt === null ? null : (
        <Text as="span" tone="caution">
          {t('integrations:keys.replacedUntil', { when: when(endsAt) })}
        </Text>
      )}
    </>
  );
}

/** Who made a key, and its last use. */
function KeyHistory({ apiKey }: { apiKey: ApiKeyDto }) {
  const t = useText();
  const when = useWhen();
  const { createdAt, createdBy, lastUsedAt, lastUsedFrom, lastUsedCall } = apiKey;
  const used = lastUsedAt === null ? null : { when: when(lastUsedAt) };
  return (
    <>
      <Text as="span" tone="subdued">
        {t('integrations:keys.createdBy', { name: createdBy, when: when(createdAt) })}
      </Text>
      <Text as="span" tone="subdued" breakWord>
        {used === null
          ? t('integrations:keys.unused')
          : lastUsedFrom === null || lastUsedCall === null
            ? t('integrations:keys.used', used)
            : t('integrations:keys.usedBy', { ...used, call: lastUsedCall, address: lastUsedFrom })}
      </Text>
    </>
  );
}

function ReplaceKey({ apiKey: { id, name, isExpired }, onMade }: Omit<KeyRowProps, 'canEdit'>) {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm<Record<string, never>, IntegrationKeysDto>({
    initial: {},
    toPayload: () => ({ replace: id }),
    method: 'patch',
    onDone: ({ key }) => {
      onMade(key);
    },
  });
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('integrations:keys.replaceTitle', { name }),
      body: t(isExpired ? 'integrations:keys.replaceExpired' : 'integrations:keys.replaceBody'),
      action: t('integrations:keys.replace'),
    });
    if (isSure) form.submit();
  };
  return (
    <BlockStack>
      <Button
        variant="plain"
        loading={form.saving}
        accessibilityLabel={t('integrations:keys.replaceNamed', { name })}
        onClick={() => void ask()}
      >
        {t('integrations:keys.replace')}
      </Button>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
    </BlockStack>
  );
}

function RevokeKey({ apiKey: { id, name, isExpired } }: { apiKey: ApiKeyDto }) {
  const t = useText();
  const confirm = useConfirm();
  const form = useForm({
    initial: {},
    toPayload: () => ({ id }),
    method: 'delete',
    done: t(isExpired ? 'integrations:keys.removed' : 'integrations:keys.revoked'),
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
    <BlockStack>
      <Button
        tone="critical"
        variant="plain"
        loading={form.saving}
        accessibilityLabel={t(isExpired ? 'integrations:keys.removeNamed' : 'integrations:keys.revokeNamed', { name })}
        onClick={() => {
          // An expired key opens nothing any more: nobody needs to be asked.
          if (isExpired) form.submit();
          else void ask();
        }}
      >
        {t(isExpired ? 'integrations:keys.remove' : 'integrations:keys.revoke')}
      </Button>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
    </BlockStack>
  );
}
