import { Badge, BlockStack, InlineStack, Link, Text } from '@shopify/polaris';
import { Picture } from '#app/ui/components/picture.tsx';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat, useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import type { StoreProductDto } from '../connections.contract.ts';
import { ProductButton } from '../shared/product-button.tsx';

const TONES = {
  waiting: 'info',
  created: 'success',
  updated: 'success',
  unchanged: 'success',
  refused: 'critical',
  missing: 'warning',
} as const;

/** A product of the own store: what became of it here, and what may be done with it. */
export function StoreProductRow({ product, canSync }: { product: StoreProductDto; canSync: boolean }) {
  const t = useText();
  const format = useFormat();
  const pathOf = useLayoutPath();
  const { title, image, price, variants, sync } = product;
  const { issues = [] } = sync?.refusal ?? {};
  return (
    <div className="souk-row">
      <Picture src={image ?? undefined} size={44} />
      <span className="souk-row-main">
        <BlockStack gap="100">
          <InlineStack gap="200">
            {sync?.productId ? (
              <Link url={pathOf(`/products/${sync.productId}`)}>{title}</Link>
            ) : (
              <Text as="span" fontWeight="semibold">
                {title}
              </Text>
            )}
            {sync ? <Badge tone={TONES[sync.outcome]}>{t(`integrations:outcome.${sync.outcome}`)}</Badge> : null}
          </InlineStack>
          <Text as="span" tone="subdued">
            {t('integrations:products.line', { count: variants, price: format.money(price) })}
          </Text>
          {sync && sync.kept.length > 0 ? (
            <Text as="span">
              {t('integrations:products.kept', {
                fields: sync.kept.map((field) => t(`integrations:field.${field}`)).join(', '),
              })}
            </Text>
          ) : null}
          {sync?.refusal ? (
            <Text as="span" tone="critical">
              {issues.length > 0 ? issues.map((issue) => issueText(t, issue)).join('; ') : refusalText(t, sync.refusal)}
            </Text>
          ) : null}
          {canSync ? <Actions product={product} /> : null}
        </BlockStack>
      </span>
    </div>
  );
}

function Actions({ product: { id, title, sync } }: { product: StoreProductDto }) {
  const t = useText();
  if (!sync) {
    return (
      <InlineStack>
        <ActionButton productId={id} action="sync" label={t('integrations:products.sync')} title={title} />
      </InlineStack>
    );
  }
  return (
    <InlineStack gap="300">
      <ActionButton productId={id} action="sync" label={t('integrations:products.again')} title={title} />
      {sync.kept.length > 0 ? (
        <ActionButton productId={id} action="overwrite" label={t('integrations:products.overwrite')} title={title} />
      ) : null}
      <ActionButton productId={id} action="stop" label={t('integrations:products.stop')} title={title} />
    </InlineStack>
  );
}

function ActionButton(props: {
  productId: string;
  action: 'sync' | 'overwrite' | 'stop';
  label: string;
  title: string;
}) {
  const t = useText();
  const { productId, action, label, title } = props;
  const done = t(action === 'stop' ? 'integrations:products.stopped' : 'integrations:products.started');
  return <ProductButton title={title} label={label} payload={{ productId, action }} done={done} />;
}
