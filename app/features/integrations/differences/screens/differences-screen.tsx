import { BlockStack, Button, InlineStack, Link, Text } from '@shopify/polaris';
import { EmptyCard, SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useSearchParams } from '#app/ui/router.ts';
import { useFormat, useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { ProductButton } from '../../connections/shared/product-button.tsx';
import type { DifferenceDto, DifferencesDto, DifferingProductDto } from '../differences.contract.ts';

/** Products that differ from the own stores of their vendors, each with what stands there and here, and a decision for each. */
export function DifferencesScreen({ found, isWhole }: { found: DifferencesDto; isWhole: boolean }) {
  const t = useText();
  const { products, next, currency, canDecide } = found;
  useLiveRefresh(products.some(({ checkedAt }) => checkedAt === null));
  const [params, setParams] = useSearchParams();
  const isFirst = !params.has('after');
  return (
    <ScreenPage
      title={t('integrations:differences.title')}
      subtitle={t('integrations:differences.subtitle')}
      back={{ label: t('integrations:title'), url: '/settings/integrations' }}
    >
      <Stack>
        {products.length === 0 ? (
          <EmptyCard title={t('integrations:differences.none')} body={t('integrations:differences.noneBody')} />
        ) : (
          <SectionCard title={t('integrations:differences.title')} flush>
            <ul className="souk-rows" aria-label={t('integrations:differences.title')}>
              {products.map((product) => (
                <li key={`${product.vendorId}/${product.id}`}>
                  <Row product={product} currency={currency} canDecide={canDecide} isWhole={isWhole} />
                </li>
              ))}
            </ul>
          </SectionCard>
        )}
        <InlineStack gap="300">
          {isFirst ? null : (
            <Button
              onClick={() => {
                setParams({});
              }}
            >
              {t('integrations:products.first')}
            </Button>
          )}
          {next === null ? null : (
            <Button
              onClick={() => {
                setParams({ after: next });
              }}
            >
              {t('integrations:products.next')}
            </Button>
          )}
        </InlineStack>
      </Stack>
    </ScreenPage>
  );
}

type RowProps = { product: DifferingProductDto; currency: string; canDecide: boolean; isWhole: boolean };

function Row({ product, currency, canDecide, isWhole }: RowProps) {
  const t = useText();
  const pathOf = useLayoutPath();
  const { title, productId, vendor, checkedAt, fields, more } = product;
  return (
    <div className="souk-row">
      <span className="souk-row-main">
        <BlockStack gap="100">
          <InlineStack gap="200">
            {productId === null ? (
              <Text as="span" fontWeight="semibold">
                {title}
              </Text>
            ) : (
              <Link url={pathOf(`/products/${productId}`)}>{title}</Link>
            )}
            {isWhole ? <Text as="span">{vendor}</Text> : null}
            <Text as="span" tone="subdued">
              {checkedAt === null ? t('integrations:outcome.waiting') : <When at={checkedAt} />}
            </Text>
          </InlineStack>
          {fields.map((field) => (
            <Field key={`${field.field}/${field.sku ?? ''}`} field={field} currency={currency} />
          ))}
          {more > 0 ? <Text as="span">{t('integrations:differences.more', { count: more })}</Text> : null}
          {canDecide && checkedAt !== null ? <Decisions product={product} /> : null}
        </BlockStack>
      </span>
    </div>
  );
}

function Field({ field: { field, sku, there, here }, currency }: { field: DifferenceDto; currency: string }) {
  const t = useText();
  const showValue = useValueText(field, currency);
  const name = t(`integrations:differences.field.${field}`);
  const label = sku === null ? name : t('integrations:differences.ofVariant', { field: name, sku });
  if (field === 'variant') {
    const side = there === null ? 'onlyHere' : 'onlyThere';
    return (
      <Text as="span">
        {t('integrations:differences.line', { label, text: t(`integrations:differences.${side}`) })}
      </Text>
    );
  }
  if (field === 'description' || field === 'images')
    return (
      <Text as="span">
        {t('integrations:differences.line', { label, text: t('integrations:differences.differs') })}
      </Text>
    );
  const values = { there: showValue(there), here: showValue(here) };
  const text = t(field === 'title' ? 'integrations:differences.texts' : 'integrations:differences.values', values);
  return <Text as="span">{t('integrations:differences.line', { label, text })}</Text>;
}

/** Writes a value as people read it: a price with the price it is compared at, a stock or that there is none to count. */
function useValueText(field: DifferenceDto['field'], currency: string): (value: string | null) => string {
  const t = useText();
  const format = useFormat();
  return (value) => {
    if (value === null) return t('integrations:differences.untracked');
    if (field === 'stock') return format.number(Number(value));
    if (field !== 'price') return value;
    const [amount = '', compareAt = ''] = value.split('/');
    const price = format.money({ amount, currency });
    return compareAt === ''
      ? price
      : t('integrations:differences.compareAt', { price, compareAt: format.money({ amount: compareAt, currency }) });
  };
}

function Decisions({ product: { id, title } }: { product: DifferingProductDto }) {
  const t = useText();
  return (
    <InlineStack gap="300">
      <ProductButton
        title={title}
        label={t('integrations:products.overwrite')}
        payload={{ productId: id, take: 'theirs' }}
        done={t('integrations:products.started')}
      />
      <ProductButton
        title={title}
        label={t('integrations:differences.keep')}
        payload={{ productId: id, take: 'ours' }}
        done={t('integrations:differences.keptDone')}
      />
    </InlineStack>
  );
}
