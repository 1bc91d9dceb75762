import { BlockStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { LOCALES } from '#app/core/viewer.ts';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { rememberLocale } from '#app/ui/session/session-calls.ts';
import type { AccountDto } from '../account.contract.ts';
import { CardForm } from './card-form.tsx';

/** The name that others read, and the language of screens and mails. */
export function YouCard({ account, form }: { account: AccountDto; form: Form<{ name: string }> }) {
  const t = useText();
  const { name, email, locale, person } = account;
  return (
    <SectionCard title={t('account:you.title')}>
      {person ? (
        <TextInput {...form.field('name')} label={t('account:you.name')} autoComplete="name" maxLength={120} />
      ) : (
        <Facts
          facts={[
            { label: t('account:you.name'), value: name },
            { label: t('account:you.email'), value: email },
          ]}
        />
      )}
      <SelectInput
        name="locale"
        label={t('account:you.language')}
        value={locale}
        onChange={(chosen) => void rememberLocale(String(chosen), true)}
        onBlur={() => undefined}
        error={undefined}
        disabled={false}
        choices={LOCALES.map((one) => ({ value: one, label: t(`shell:language.${one}`) }))}
      />
    </SectionCard>
  );
}

/** The address one signs in with. Another one takes its place once a code that was mailed to it is typed. */
export function EmailCard({ email, pending }: { email: string; pending: string | null }) {
  const t = useText();
  const [wantsOther, setWantsOther] = useState(false);
  return (
    <SectionCard title={t('account:email.title')}>
      <Text as="p">{t('account:email.now', { email })}</Text>
      {pending !== null && !wantsOther ? (
        <CardForm
          intent="prove-email"
          schema={() => import('../account.contract.ts').then(({ codeSchema }) => codeSchema)}
          initial={{ code: '' }}
          button={t('account:email.confirm')}
          done={t('account:email.saved')}
          cancel={{
            label: t('account:email.another'),
            onCancel: () => {
              setWantsOther(true);
            },
          }}
        >
          {(form) => (
            <BlockStack gap="300">
              <Text as="p">{t('account:email.pending', { email: pending })}</Text>
              <TextInput {...form.field('code')} label={t('account:email.code')} autoComplete="one-time-code" />
            </BlockStack>
          )}
        </CardForm>
      ) : (
        <CardForm
          intent="email"
          schema={() => import('../account.contract.ts').then(({ emailSchema }) => emailSchema)}
          initial={{ email: '', password: '' }}
          button={t('account:email.send')}
          onDone={() => {
            setWantsOther(false);
          }}
        >
          {(form) => (
            <>
              <TextInput {...form.field('email')} label={t('account:email.next')} type="email" autoComplete="email" />
              <TextInput
                {...form.field('password')}
                label={t('account:email.password')}
                type="password"
                autoComplete="current-password"
              />
            </>
          )}
        </CardForm>
      )}
    </SectionCard>
  );
}

/** Another password, with the one of now. */
export function PasswordCard() {
  const t = useText();
  return (
    <SectionCard title={t('account:password.title')}>
      <CardForm
        intent="password"
        schema={() => import('../account.contract.ts').then(({ passwordFormSchema }) => passwordFormSchema)}
        initial={{ current: '', password: '', confirmation: '' }}
        button={t('account:password.save')}
        done={t('account:password.saved')}
      >
        {(form) => (
          <>
            <TextInput
              {...form.field('current')}
              label={t('account:password.current')}
              type="password"
              autoComplete="current-password"
            />
            <TextInput
              {...form.field('password')}
              label={t('account:password.next')}
              helpText={t('account:password.help')}
              type="password"
              autoComplete="new-password"
            />
            <TextInput
              {...form.field('confirmation')}
              label={t('account:password.again')}
              type="password"
              autoComplete="new-password"
            />
          </>
        )}
      </CardForm>
    </SectionCard>
  );
}
