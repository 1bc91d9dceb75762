import type { KeyScope } from '#app/core/viewer.ts';
import { Banner, BlockStack, Button, Form } from '@shopify/polaris';
import {
  EXPIRY_DAYS,
  MAX_KEY_NAME,
  MAX_NETWORK_LENGTH,
  MAX_NETWORKS,
  suggestScopes,
} from '#app/features/api-keys/api-key.ts';
import { EndRow } from '#app/ui/components/layout.tsx';
import { ChoiceInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { IntegrationKeysDto } from '../connections.contract.ts';
import { scopeText } from './scope-text.ts';

type KeyForm = { name: string; scopes: KeyScope[]; expiry: string; networks: string };

const NO_EXPIRY = 'never';

const toPayload = ({ name, scopes, expiry, networks }: KeyForm) => ({
  name,
  scopes,
  expiresInDays: expiry === NO_EXPIRY ? null : Number(expiry),
  networks: networks.split(/[\s,;]+/).filter(Boolean),
});

/** Several networks stand in one field, and the days of an expiry under their own name. */
const toField = (path: string): string =>
  path.startsWith('networks') ? 'networks' : path === 'expiresInDays' ? 'expiry' : path;

type MakeKeyProps = { allowed: readonly KeyScope[]; isVendor: boolean; onMade: (key: string | null) => void };

/** A new key: its name, what it may do, until when and from where. */
export function MakeKey({ allowed, isVendor, onMade }: MakeKeyProps) {
  const t = useText();
  const form = useForm<KeyForm, IntegrationKeysDto>({
    schema: () => import('../connections.contract.ts').then(({ newKeyInput }) => newKeyInput),
    initial: {
      name: '',
      scopes: suggestScopes(allowed, { isVendor }),
      expiry: NO_EXPIRY,
      networks: '',
    },
    toPayload,
    toField,
    method: 'put',
    onDone: ({ key }) => {
      onMade(key);
    },
  });
  const expiries = EXPIRY_DAYS.map((days) => ({
    value: String(days),
    label: t('integrations:keys.afterDays', { days: String(days) }),
  }));
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
        <SelectInput
          {...form.field('expiry')}
          label={t('integrations:keys.expiry')}
          choices={[{ value: NO_EXPIRY, label: t('integrations:keys.never') }, ...expiries]}
        />
        <TextInput
          {...form.field('networks')}
          label={t('integrations:keys.networks')}
          helpText={t('integrations:keys.networksHelp', { limit: String(MAX_NETWORKS) })}
          lines={2}
          maxLength={MAX_NETWORKS * (MAX_NETWORK_LENGTH + 1)}
          optional
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
