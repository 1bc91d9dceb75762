import { Badge, Button, InlineStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { SenderDomainDto } from '../sender-domain/sender-domain.contract.ts';

const TONES = { found: 'success', missing: 'warning', invalid: 'critical', unknown: undefined } as const;

/** Whether receivers can tell that mails of the sender's domain are its own, and what to add where they cannot. */
export function SenderDomainCard({ domain, records, checkedAt }: SenderDomainDto) {
  const t = useText();
  const { busy, send } = useAction();
  return (
    <SectionCard title={t('settings:domain.title')}>
      <Text as="p" tone="subdued">
        {domain === null ? t('settings:domain.none') : t('settings:domain.about', { domain })}
      </Text>
      {records.length === 0 ? null : (
        <ul className="souk-rows">
          {records.map(({ record, state, name, value }) => {
            const tone = TONES[state];
            return (
              <li key={record}>
                <InlineStack gap="200" blockAlign="center">
                  <Text as="span" fontWeight="semibold">
                    {t(`settings:domain.record.${record}`)}
                  </Text>
                  <Badge {...(tone ? { tone } : {})}>{t(`settings:domain.state.${state}`)}</Badge>
                </InlineStack>
                {state === 'found' ? null : (
                  <Text as="p" tone="subdued" breakWord>
                    {t(`settings:domain.${state}.${record}`, { name, value: value ?? '' })}
                    {state === 'missing' && value !== null ? ` ${t('settings:domain.add', { value })}` : null}
                  </Text>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {domain === null ? null : (
        <InlineStack gap="300" blockAlign="center">
          <Button
            loading={busy}
            onClick={() => {
              send({}, t('settings:domain.checked'));
            }}
          >
            {t('settings:domain.check')}
          </Button>
          {checkedAt === null ? null : (
            <Text as="span" tone="subdued">
              {t('settings:domain.last')} <When at={checkedAt} />
            </Text>
          )}
        </InlineStack>
      )}
    </SectionCard>
  );
}
