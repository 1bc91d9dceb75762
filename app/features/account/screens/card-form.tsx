import { BlockStack, Button, Form as PolarisForm, InlineError, InlineStack } from '@shopify/polaris';
import { useState, type ReactNode } from 'react';
import type { FetchSchema } from '#app/ui/forms/fetch-validator.ts';
import type { FormValues } from '#app/ui/forms/form-values.ts';
import { useForm, type Form } from '#app/ui/forms/use-form.ts';
import type { AccountAction, AccountOutcome } from '../account.contract.ts';

type CardFormProps<Values extends FormValues> = {
  intent: AccountAction['intent'];
  schema: FetchSchema;
  initial: Values;
  /** The button's verb. */
  button: string;
  /** The toast after success. */
  done?: string;
  onDone?: (outcome: AccountOutcome) => void;
  cancel?: { label: string; onCancel: () => void };
  destructive?: boolean;
  children: (form: Form<Values>) => ReactNode;
};

/** A small form of one card. After success it begins anew, so that no password stays in its fields. */
export function CardForm<Values extends FormValues>({ onDone, ...props }: CardFormProps<Values>) {
  const [round, setRound] = useState(0);
  const next = (outcome: AccountOutcome): void => {
    setRound(round + 1);
    onDone?.(outcome);
  };
  return <OneRound key={round} {...props} onDone={next} />;
}

function OneRound<Values extends FormValues>(props: CardFormProps<Values>) {
  const { intent, schema, initial, button, done, onDone, cancel, destructive, children } = props;
  const form = useForm<Values, AccountOutcome>({
    schema,
    initial,
    toPayload: (values) => ({ ...values, intent }),
    ...(done ? { done } : {}),
    ...(onDone ? { onDone } : {}),
  });
  return (
    <PolarisForm onSubmit={form.submit} noValidate>
      <BlockStack gap="300">
        {children(form)}
        {form.formError ? (
          <div role="alert">
            <InlineError message={form.formError} fieldID={intent} />
          </div>
        ) : null}
        <InlineStack gap="200">
          <Button submit loading={form.saving} {...(destructive ? { tone: 'critical' } : {})}>
            {button}
          </Button>
          {cancel ? (
            <Button variant="tertiary" onClick={cancel.onCancel}>
              {cancel.label}
            </Button>
          ) : null}
        </InlineStack>
      </BlockStack>
    </PolarisForm>
  );
}
