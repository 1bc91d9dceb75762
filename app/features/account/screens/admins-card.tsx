import { BlockStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { FactorResetButton } from '#app/platform/identity/shared/factor-reset-button.tsx';
import type { AdminDto } from '../account.contract.ts';

/** The other admins who sign in on the web, and a way back in for one who lost their phone. */
export function AdminsCard({ admins }: { admins: readonly AdminDto[] }) {
  const t = useText();
  return (
    <SectionCard title={t('account:admins.title')}>
      <ul className="souk-devices">
        {admins.map((admin) => (
          <li key={admin.id}>
            <BlockStack gap="050">
              <Text as="span" fontWeight="semibold" breakWord>
                {admin.name}
              </Text>
              <Text as="span" variant="bodySm" tone="subdued" breakWord>
                {`${admin.email} · ${admin.hasSecondFactor ? t('account:admins.has') : t('account:admins.none')}`}
              </Text>
            </BlockStack>
            {admin.hasSecondFactor ? (
              <FactorResetButton
                person={admin}
                schema={() => import('../account.contract.ts').then(({ accountActionSchema }) => accountActionSchema)}
                toPayload={(id) => ({ intent: 'reset-factor', id })}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
