import { Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { LoginCard } from '#app/ui/shell/login-shell.tsx';
import type { NamedField, Outcome } from '../outcome.ts';
import { StoreLink } from '#app/ui/shell/store-link.tsx';

export type OutcomeScreenProps = { form: 'message' | 'subscription'; outcome: Outcome; fields: readonly NamedField[] };

/** Thanks for a message, the next step of a subscription, or why a form was not taken. */
export function OutcomeScreen({ form, outcome, fields }: OutcomeScreenProps) {
  const t = useText();
  if (outcome === 'sent') {
    return (
      <LoginCard title={t(form === 'message' ? 'contact:page.sent' : 'contact:page.asked')} below={<StoreLink />}>
        <Text as="p">{t(form === 'message' ? 'contact:page.sentBody' : 'contact:page.askedBody')}</Text>
      </LoginCard>
    );
  }
  return (
    <LoginCard title={t('contact:page.failed')} below={<StoreLink />}>
      <Text as="p">
        {outcome === 'invalid'
          ? invalidText(t, fields)
          : t(outcome === 'too_often' ? 'contact:page.tooOften' : 'contact:page.later')}
      </Text>
    </LoginCard>
  );
}

function invalidText(t: ReturnType<typeof useText>, fields: readonly NamedField[]): string {
  const names = fields.map((field) => t(`contact:page.fields.${field}`));
  return t('contact:page.invalid', { fields: names.length > 0 ? names.join(', ') : t('contact:page.fields.other') });
}
