import type { KeyScope } from '#app/core/viewer.ts';
import { Banner, BlockStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { ApiKeyDto } from '../connections.contract.ts';
import { KeyRow } from './key-row.tsx';
import { MakeKey } from './make-key.tsx';

type KeysCardProps = {
  keys: readonly ApiKeyDto[];
  allowed: readonly KeyScope[];
  canEdit: boolean;
  isVendor: boolean;
};

/** Keys of the vendor's own programs, or of the marketplace's: each says what it may do, a new one is shown once, and any is revoked at once. */
export function KeysCard({ keys, allowed, canEdit, isVendor }: KeysCardProps) {
  const t = useText();
  const [made, setMade] = useState<string | null>(null);
  return (
    <SectionCard title={t('integrations:keys.title')}>
      <BlockStack gap="400">
        <Text as="p" tone="subdued">
          {t(isVendor ? 'integrations:keys.about' : 'integrations:keys.aboutMarketplace')}
        </Text>
        <Link url={isVendor ? '/api/vendor/docs' : '/api/docs'} target="_blank">
          {t('integrations:keys.docs')}
        </Link>
        {made === null ? null : <NewKey value={made} />}
        {keys.length === 0 ? (
          <Text as="p">{t('integrations:keys.empty')}</Text>
        ) : (
          <ul className="souk-rows" aria-label={t('integrations:keys.title')}>
            {keys.map((key) => (
              <li key={key.id}>
                <KeyRow apiKey={key} canEdit={canEdit} onMade={setMade} />
              </li>
            ))}
          </ul>
        )}
        {canEdit && allowed.length > 0 ? (
          <MakeKey key={keys.length} allowed={allowed} isVendor={isVendor} onMade={setMade} />
        ) : null}
        {canEdit && allowed.length === 0 ? <Text as="p">{t('integrations:keys.noRights')}</Text> : null}
      </BlockStack>
    </SectionCard>
  );
}

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
