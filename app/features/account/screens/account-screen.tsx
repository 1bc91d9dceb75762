import { Banner } from '@shopify/polaris';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Columns } from '#app/ui/components/layout.tsx';
import { useCan } from '#app/ui/shell/shell-context.tsx';
import type { NoticesDto } from '#app/platform/mails/notices/notices.contract.ts';
import { NoticesCard } from '#app/platform/mails/shared/notices-card.tsx';
import type { AccountDto } from '../account.contract.ts';
import { AdminsCard } from './admins-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { EmailCard, PasswordCard, YouCard } from './identity-cards.tsx';
import { PolicyCard } from './policy-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

export type AccountScreenProps = NoticesDto & { account: AccountDto };

/** One's own account: who one is, how one signs in, and where one is signed in. */
export function AccountScreen({ account, notices }: AccountScreenProps) {
  const t = useText();
  const can = useCan();
  const { person, secondFactorRequired } = account;
  const form = useForm({
    schema: () => import('../account.contract.ts').then(({ renameSchema }) => renameSchema),
    initial: { name: account.name },
    toPayload: (values) => ({ ...values, intent: 'rename' }),
    done: t('account:you.saved'),
  });
  return (
    <ScreenPage title={t('settings:row.account.name')} {...(person ? { saveBar: form.saveBar } : {})} kind="form">
      <Columns
        main={
          <>
            {person ? null : <Banner tone="info">{t('account:staff')}</Banner>}
            {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
            <YouCard account={account} form={form} />
            {person ? <EmailCard email={account.email} pending={person.pendingEmail} /> : null}
            {person ? <PasswordCard /> : null}
            {notices.length > 0 ? <NoticesCard notices={notices} /> : null}
          </>
        }
        side={
          <>
            {can('switch_vendor') ? (
              <PolicyCard required={secondFactorRequired} ownIsMissing={person?.secondFactor.since === null} />
            ) : null}
            {person ? <SecondFactorCard {...person.secondFactor} required={secondFactorRequired} /> : null}
            <DevicesCard devices={account.devices} />
            {account.admins.length > 0 ? <AdminsCard admins={account.admins} /> : null}
          </>
        }
      />
    </ScreenPage>
  );
}
