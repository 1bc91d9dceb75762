import { Banner, Button, Text } from '@shopify/polaris';
import { useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import { LoginCard } from '#app/ui/shell/login-shell.tsx';
import {
  answersToSend,
  startAnswers,
  findFieldIssues,
  type FormAnswers,
  type FormField,
} from '#app/features/vendor-profiles/custom-field-values/field-form.ts';
import { AnswerFields } from '#app/features/vendor-profiles/custom-field-values/shared/value-fields.tsx';
import { useDraft } from './use-draft.ts';
import { useUploads } from '#app/features/vendor-profiles/custom-field-values/shared/use-uploads.ts';

export type RegisterScreenProps = {
  requireApproval: boolean;
  registrationFields: readonly FormField[];
  store: string;
  shopName: string;
  logo: { value: string; src: string; selected: 'value' | 'src' | 'default' };
};

type Values = { email: string; vendorName: string; fields: FormAnswers };

/** The public application form of a store; closed where the store takes no applications, a thank-you once it is sent. */
export function RegisterScreen(props: RegisterScreenProps) {
  const t = useText();
  const [sent, setSent] = useState(false);
  const signIn = <LayoutLink url="/">{t('applications:form.signIn')}</LayoutLink>;
  if (!props.requireApproval) {
    return (
      <LoginCard title={t('applications:form.closedTitle')} below={signIn}>
        <Text as="p">{t('applications:form.closed')}</Text>
      </LoginCard>
    );
  }
  if (sent) {
    return (
      <LoginCard title={t('applications:form.thanksTitle')} below={signIn}>
        <div role="status">
          <Text as="p">{t('applications:form.thanks')}</Text>
        </div>
        <WhatHappensNext />
      </LoginCard>
    );
  }
  return (
    <div className="souk-apply">
      <div>
        <LoginCard title={t('applications:form.title')} wide below={signIn}>
          <FormLogo logo={props.logo} shopName={props.shopName} />
          <ApplicationForm
            {...props}
            onSent={() => {
              setSent(true);
              window.scrollTo(0, 0);
            }}
          />
        </LoginCard>
      </div>
      <WhatHappensNext />
    </div>
  );
}

function ApplicationForm(props: RegisterScreenProps & { onSent: () => void }) {
  const { registrationFields: fields, store, onSent } = props;
  const t = useText();
  const initial = useMemo<Values>(() => ({ email: '', vendorName: '', fields: startAnswers(fields) }), [fields]);
  const uploads = useUploads({ store });
  const form = useForm<Values>({
    schema: () => import('../applications.contract.ts').then(({ submitSchema }) => submitSchema),
    check: (payload) => findFieldIssues(payload, fields),
    initial,
    toPayload: ({ email, vendorName, fields: answers }) => ({
      email,
      vendorName,
      store,
      fields: answersToSend(fields, answers),
      ticket: uploads.ticket(),
    }),
    onDone: () => {
      draft.forget();
      uploads.forget();
      onSent();
    },
  });
  const draft = useDraft(`souk-application:${store}`, form.values, form.change);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (uploads.running === 0) form.submit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Text as="p" tone="subdued">
        {t('applications:form.intro')}
      </Text>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <div className="souk-apply-pair">
        <TextInput
          {...form.field('vendorName')}
          label={t('applications:form.vendorName')}
          autoComplete="organization"
          maxLength={255}
        />
        <TextInput
          {...form.field('email')}
          label={t('applications:form.email')}
          type="email"
          autoComplete="email"
          maxLength={254}
        />
      </div>
      <AnswerFields
        fields={fields}
        answers={form.values.fields}
        input={(path) => form.field<unknown>(path)}
        uploads={uploads}
      />
      <div className="souk-apply-foot">
        <Text as="p" tone="subdued" variant="bodySm">
          {uploads.running > 0 ? t('applications:form.uploading') : t('applications:form.kept')}
        </Text>
        <Button variant="primary" submit loading={form.saving} disabled={uploads.running > 0}>
          {t('applications:form.submit')}
        </Button>
      </div>
    </form>
  );
}

/** The picture or the text that the store chose for its form; without either its name stands in the head of the page. */
function FormLogo({ logo, shopName }: Pick<RegisterScreenProps, 'logo' | 'shopName'>) {
  if (logo.selected === 'value' && logo.value !== '') return <p className="souk-apply-logo-text">{logo.value}</p>;
  if (logo.selected !== 'src' || logo.src === '') return null;
  return <img className="souk-apply-logo" src={logo.src} alt={shopName} width={448} />;
}

function WhatHappensNext() {
  const t = useText();
  const steps: { title: string; body: ReactNode }[] = [
    { title: t('applications:form.next.read'), body: t('applications:form.next.readBody') },
    { title: t('applications:form.next.invite'), body: t('applications:form.next.inviteBody') },
    { title: t('applications:form.next.sell'), body: t('applications:form.next.sellBody') },
  ];
  return (
    <aside className="souk-apply-next" aria-label={t('applications:form.next.title')}>
      <Text as="h2" variant="headingSm">
        {t('applications:form.next.title')}
      </Text>
      <ol>
        {steps.map((step, index) => (
          <li key={step.title}>
            <span aria-hidden="true">{index + 1}</span>
            <div>
              <Text as="p" fontWeight="semibold">
                {step.title}
              </Text>
              <Text as="p" tone="subdued">
                {step.body}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </aside>
  );
}
