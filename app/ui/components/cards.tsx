import { BlockStack, Box, Button, Card, InlineStack, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import type { PageAction } from '../page/page-action.ts';

/** A titled card; `aside` stands right of the title. `flush` lets rows bleed to the card's edge. */
export function SectionCard(props: {
  title: string;
  aside?: ReactNode;
  flush?: boolean;
  tinted?: boolean;
  children: ReactNode;
}) {
  const { title, aside, flush, tinted, children } = props;
  const head = (
    <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
      <Text as="h2" variant="headingSm">
        {title}
      </Text>
      {typeof aside === 'string' ? (
        <Text as="span" variant="bodySm" tone="subdued">
          {aside}
        </Text>
      ) : (
        aside
      )}
    </InlineStack>
  );
  return (
    <section className={tinted ? 'souk-card souk-tinted' : 'souk-card'} aria-label={title}>
      <Card padding={flush ? '0' : '400'}>
        {flush ? (
          <>
            <Box padding="400" paddingBlockEnd="200">
              {head}
            </Box>
            {children}
          </>
        ) : (
          <BlockStack gap="300">
            {head}
            {children}
          </BlockStack>
        )}
      </Card>
    </section>
  );
}

export type EmptyProps = {
  title: string;
  body: ReactNode;
  action?: PageAction;
  icon?: ReactNode;
  /** `h1` where the card is the whole page. */
  heading?: 'h1' | 'h2';
};

/** What a place is for while nothing is in it: what will be here, when, and the first step. */
export function EmptyCard(props: EmptyProps) {
  return (
    <Card padding="0">
      <EmptyBody {...props} />
    </Card>
  );
}

/** The same without a card of its own, for the inside of a list. */
export function EmptyBody({ title, body, action, icon, heading = 'h2' }: EmptyProps) {
  return (
    <div className="souk-empty">
      {icon ? <span className="souk-empty-icon">{icon}</span> : null}
      <Text as={heading} variant="headingMd" alignment="center">
        {title}
      </Text>
      <Text as="p" tone="subdued" alignment="center">
        {body}
      </Text>
      {action ? (
        <Button
          variant={action.plain ? 'secondary' : 'primary'}
          {...(action.url ? { url: action.url } : {})}
          {...(action.onAction ? { onClick: action.onAction } : {})}
          {...(action.disabled ? { disabled: true } : {})}
        >
          {action.label}
        </Button>
      ) : null}
    </div>
  );
}

/** What failed, what is safe, and a way on. `reference` helps support to find the failure. */
export function ErrorCard(props: {
  title: string;
  body: ReactNode;
  reference?: string;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  const t = useText();
  return (
    <Card>
      <div role="alert">
        <BlockStack gap="300" inlineAlign="start">
          <Text as="h2" variant="headingSm">
            {props.title}
          </Text>
          <Text as="p" tone="subdued">
            {props.body}
          </Text>
          {props.onRetry ? (
            <Button onClick={props.onRetry} loading={props.retrying ?? false}>
              {t('common:retry')}
            </Button>
          ) : null}
          {props.reference ? (
            <Text as="p" variant="bodySm" tone="subdued">
              {t('common:reference', { reference: props.reference })}
            </Text>
          ) : null}
        </BlockStack>
      </div>
    </Card>
  );
}
