import { BlockStack, Button, Text } from '@shopify/polaris';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { EnrolmentSteps, RecoveryCodes, type EnrolmentProps } from '#app/ui/components/enrolment.tsx';
import { Form, Link } from '#app/ui/router.ts';
import { LoginCard } from '#app/ui/shell/login-shell.tsx';
import type { SignInStep } from '../sign-in.ts';
import { FormError } from './form-error.tsx';
import { usePostForm, type Refusal } from './post-form.ts';

const fetchStepSchema = () => import('../auth.contract.ts').then(({ stepSchema }) => stepSchema);

export type StepProps = {
  store: string;
  /** Where one goes on afterwards. */
  next: string;
  step: SignInStep;
  enrolment: EnrolmentProps | undefined;
  /** Nothing is open in this browser, or not any more. */
  isOver: boolean;
  /** The codes of a second factor that was just set up; the sign-in is done. */
  recoveryCodes: readonly string[] | undefined;
  refusal: Refusal | undefined;
  sending: boolean;
};

/** The second step of signing in: a code, or setting up what the code comes from because the store demands it. */
export function StepScreen(props: StepProps) {
  const t = useText();
  const { store, next, step, isOver, enrolment, recoveryCodes } = props;
  const signIn = `/app/login?${new URLSearchParams({ store }).toString()}`;
  if (recoveryCodes) {
    return (
      <LoginCard title={t('auth:factor.doneTitle')}>
        <RecoveryCodes codes={recoveryCodes} />
        <Button variant="primary" fullWidth url={next}>
          {t('auth:factor.kept')}
        </Button>
      </LoginCard>
    );
  }
  if (isOver) {
    return (
      <LoginCard title={t('auth:factor.title')} below={<Link to={signIn}>{t('auth:password.instead')}</Link>}>
        <Text as="p">{t('auth:factor.expired')}</Text>
      </LoginCard>
    );
  }
  return (
    <LoginCard
      title={step === 'enrol' ? t('auth:factor.enrolTitle') : t('auth:factor.title')}
      below={<Link to={signIn}>{t('auth:password.instead')}</Link>}
    >
      {enrolment ? (
        <BlockStack gap="400">
          <Text as="p">{t('auth:factor.demanded')}</Text>
          <EnrolmentSteps {...enrolment} />
        </BlockStack>
      ) : (
        <Text as="p">{t('auth:factor.ask')}</Text>
      )}
      <CodeForm {...props} />
    </LoginCard>
  );
}

function CodeForm({ step, refusal, sending }: StepProps) {
  const t = useText();
  const form = usePostForm({ schema: fetchStepSchema, initial: { code: '' }, refusal });
  return (
    <Form method="post" noValidate onSubmit={form.check}>
      <BlockStack gap="400">
        <TextInput
          {...form.field('code')}
          label={t('auth:field.code')}
          autoComplete="one-time-code"
          {...(step === 'enrol' ? {} : { helpText: t('auth:factor.orRecovery') })}
        />
        <Button submit variant="primary" fullWidth loading={sending}>
          {t('auth:signIn.button')}
        </Button>
        <FormError text={form.formError} />
      </BlockStack>
    </Form>
  );
}
