import { Banner, BlockStack, Button, Checkbox, InlineStack, Select, Text } from '@shopify/polaris';
import { useState } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useExport } from '#app/ui/lists/use-export.tsx';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import type { previewImportEndpoint, PreviewDto } from '../product-import.contract.ts';
import { PREVIEW_KINDS, type PreviewField, type PreviewKind } from '../product-import.ts';
import { readYesNo } from '../preview-changes.ts';
import type { CheckInput } from './use-check.ts';

type Props = {
  importId: string;
  input: CheckInput;
  /** First lines of products that stay out. */
  without: ReadonlySet<number>;
  onWithout: (without: ReadonlySet<number>) => void;
};
type Product = PreviewDto['products'][number];

/** The products of an import one by one, with what would change of each; one that is not ticked stays out. */
export function ProductsCard({ importId, input, without, onWithout }: Props) {
  const t = useText();
  const [kind, setKind] = useState<PreviewKind>('all');
  const [products, setProducts] = useState<readonly Product[]>();
  const [next, setNext] = useState<number | null>(0);
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { action, report } = useExport({
    url: `/api/product-csv/imports/${importId}/preview/export`,
    body: input,
    file: 'import-preview.csv',
    label: t('productImport:preview.list.download'),
  });
  const load = async (from: number, shown: PreviewKind): Promise<void> => {
    setIsLoading(true);
    setFailure(undefined);
    try {
      const answer = await callApi<typeof previewImportEndpoint>('POST', '/product-csv/imports/{importId}/preview', {
        params: { importId },
        body: { ...input, from, kind: shown },
      });
      setProducts((before) => (from === 0 ? answer.products : [...(before ?? []), ...answer.products]));
      setNext(answer.next);
    } catch (problem) {
      if (!(problem instanceof ApiRefusal)) throw problem;
      setFailure(refusalText(t, problem));
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <SectionCard
      title={t('productImport:preview.list.title')}
      aside={
        <Button onClick={action.onAction} disabled={action.disabled ?? false}>
          {action.label}
        </Button>
      }
    >
      {report}
      <Text as="p" tone="subdued">
        {t('productImport:preview.list.about')}
      </Text>
      {failure ? <Banner tone="critical">{failure}</Banner> : null}
      {products ? (
        <Select
          label={t('productImport:preview.list.kind')}
          options={PREVIEW_KINDS.map((value) => ({ value, label: t(`productImport:preview.list.${value}`) }))}
          value={kind}
          onChange={(value) => {
            const chosen = PREVIEW_KINDS.find((one) => one === value) ?? 'all';
            setKind(chosen);
            void load(0, chosen);
          }}
        />
      ) : null}
      {products?.length === 0 ? <Text as="p">{t('productImport:preview.list.none')}</Text> : null}
      {products?.map((product) => (
        <ProductRow
          key={product.line}
          product={product}
          isChosen={!without.has(product.line)}
          onChosen={(isChosen) => {
            const left = new Set(without);
            if (isChosen) left.delete(product.line);
            else left.add(product.line);
            onWithout(left);
          }}
        />
      ))}
      {next === null ? null : (
        <InlineStack>
          <Button loading={isLoading} onClick={() => void load(next, kind)}>
            {t(products ? 'productImport:preview.list.more' : 'productImport:preview.list.show')}
          </Button>
        </InlineStack>
      )}
    </SectionCard>
  );
}

function ProductRow({
  product,
  isChosen,
  onChosen,
}: {
  product: Product;
  isChosen: boolean;
  onChosen: (isChosen: boolean) => void;
}) {
  const t = useText();
  const { title, lines, outcome, changes, moreChanges, issues } = product;
  const describe = (field: PreviewField, value: string | null): string => {
    const word = readYesNo(field, value);
    return word ? t(`productImport:preview.list.${word}`) : (value ?? t('productImport:preview.list.empty'));
  };
  return (
    <BlockStack gap="100">
      <Checkbox
        label={title}
        helpText={`${t(`productImport:preview.list.outcome.${outcome}`)} · ${t('productImport:check.lines', { count: /[-,]/.test(lines) ? 2 : 1, lines })}`}
        checked={isChosen}
        onChange={onChosen}
      />
      <ul className="product-import-issues">
        {changes.map(({ field, variant, before, after }, index) => (
          <li key={index}>
            {variant === null ? null : <Text as="span">{variant} </Text>}
            <Text as="span" fontWeight="semibold">
              {t(`productImport:preview.list.field.${field}`)}
            </Text>{' '}
            <span className="product-import-lines">
              {t('productImport:preview.list.change', {
                before: describe(field, before),
                after: describe(field, after),
              })}
            </span>
          </li>
        ))}
        {moreChanges > 0 ? <li>{t('productImport:check.more', { count: moreChanges })}</li> : null}
        {issues.map((issue) => (
          <li key={issue.path + issue.rule}>{issueText(t, issue)}</li>
        ))}
      </ul>
    </BlockStack>
  );
}
