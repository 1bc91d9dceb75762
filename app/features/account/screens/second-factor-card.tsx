import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { EnrolmentSteps, RecoveryCodes } from '#app/ui/components/enrolment.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { AccountOutcome } from '../account.contract.ts';
import { CardForm } from './card-form.tsx';

type Stage =
  | { at: 'rest' }
  | { at: 'begin' | 'drop' | 'renew' }
  | { at: 'enrol'; enrolment: NonNullable<AccountOutcome['enrolment']> }
  | { at: 'codes'; codes: readonly string[] };

type SecondFactorProps = { since: string | null; recoveryCodesLeft: number; required: boolean };

/** The code that is asked for after the password: setting it up, its recovery codes, and giving it up. */
export function SecondFactorCard(props: SecondFactorProps) {
  const t = useText();
  const [stage, setStage] = useState<Stage>({ at: 'rest' });
  const isOn = props.since !== null;
  return (
    <SectionCard
      title={t('account:factor.title')}
      aside={
        <Badge {...(isOn ? { tone: 'success' } : {})}>{isOn ? t('account:factor.on') : t('account:factor.off')}</Badge>
      }
    >
      <StageOf {...props} stage={stage} go={setStage} />
    </SectionCard>
  );
}

type StageProps = SecondFactorProps & { stage: Stage; go: (stage: Stage) => void };

function StageOf(props: StageProps) {
  const { stage, go } = props;
  const t = useText();
  const rest = () => {
    go({ at: 'rest' });
  };
  switch (stage.at) {
    case 'rest':
      return <AtRest {...props} />;
    case 'enrol':
      return (
        <BlockStack gap="300">
          <EnrolmentSteps {...stage.enrolment} />
          <CardForm
            intent="confirm-factor"
            schema={() => import('../account.contract.ts').then(({ codeSchema }) => codeSchema)}
            initial={{ code: '' }}
            button={t('account:factor.confirm')}
            onDone={({ recoveryCodes = [] }) => {
              go({ at: 'codes', codes: recoveryCodes });
            }}
            cancel={{ label: t('account:factor.cancel'), onCancel: rest }}
          >
            {(form) => (
              <TextInput {...form.field('code')} label={t('account:factor.code')} autoComplete="one-time-code" />
            )}
          </CardForm>
        </BlockStack>
      );
    case 'codes':
      return (
        <BlockStack gap="300">
          <RecoveryCodes codes={stage.codes} />
          <InlineStack>
            <Button onClick={rest}>{t('account:factor.done')}</Button>
          </InlineStack>
        </BlockStack>
      );
    default:
      return <ProveSelf at={stage.at} go={go} />;
  }
}

function AtRest({ since, recoveryCodesLeft, required, go }: StageProps) {
  const t = useText();
  const when = useWhen();
  if (since === null) {
    return (
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('account:factor.why')}
        </Text>
        <InlineStack>
          <Button
            onClick={() => {
              go({ at: 'begin' });
            }}
          >
            {t('account:factor.begin')}
          </Button>
        </InlineStack>
      </BlockStack>
    );
  }
  return (
    <BlockStack gap="300">
      <Text as="p" tone="subdued">
        {`${t('account:factor.since', { when: when(since, 'day') })} · ${t('account:factor.left', { count: recoveryCodesLeft })}`}
      </Text>
      <InlineStack gap="200">
        <Button
          onClick={() => {
            go({ at: 'renew' });
          }}
        >
          {t('account:factor.renew')}
        </Button>
        <Button
          disabled={required}
          onClick={() => {
            go({ at: 'drop' });
          }}
        >
          {t('account:factor.drop')}
        </Button>
      </InlineStack>
      {required ? (
        <Text as="p" variant="bodySm" tone="subdued">
          {t('account:factor.required')}
        </Text>
      ) : null}
    </BlockStack>
  );
}

/** What changes how one signs in takes the password once more. */
function ProveSelf({ at, go }: { at: 'begin' | 'drop' | 'renew'; go: (stage: Stage) => void }) {
  const t = useText();
  const intent = ({ begin: 'begin-factor', drop: 'drop-factor', renew: 'renew-codes' } as const)[at];
  const title = {
    begin: t('account:factor.why'),
    drop: t('account:factor.dropTitle'),
    renew: t('account:factor.renewTitle'),
  };
  const button = { begin: t('account:factor.go'), drop: t('account:factor.drop'), renew: t('account:factor.renew') };
  return (
    <BlockStack gap="300">
      <Text as="p" tone="subdued">
        {title[at]}
      </Text>
      <CardForm
        intent={intent}
        schema={() => import('../account.contract.ts').then(({ confirmSelfSchema }) => confirmSelfSchema)}
        initial={{ password: '' }}
        button={button[at]}
        destructive={at === 'drop'}
        {...(at === 'drop' ? { done: t('account:factor.turnedOff') } : {})}
        onDone={({ enrolment, recoveryCodes }) => {
          if (enrolment) go({ at: 'enrol', enrolment });
          else if (recoveryCodes) go({ at: 'codes', codes: recoveryCodes });
          else go({ at: 'rest' });
        }}
        cancel={{
          label: t('account:factor.cancel'),
          onCancel: () => {
            go({ at: 'rest' });
          },
        }}
      >
        {(form) => (
          <TextInput
            {...form.field('password')}
            label={t('account:factor.password')}
            type="password"
            autoComplete="current-password"
          />
        )}
      </CardForm>
    </BlockStack>
  );
}
