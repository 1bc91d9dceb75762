import { Banner } from '@shopify/polaris';
import { useState } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useToast } from '#app/ui/page/toast.tsx';
import { useRevalidator } from '#app/ui/router.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import type { startImportEndpoint, CheckDto, ImportDto } from '../product-import.contract.ts';
import { KEEP_DAYS, type Mapping } from '../product-import.ts';
import { fitTemplate } from '../templates/import-template.ts';
import type { ImportTemplateDto } from '../templates/import-templates.contract.ts';
import { CheckCard } from './check-card.tsx';
import { MappingCard } from './mapping-card.tsx';
import { ProductsCard } from './products-card.tsx';
import { TemplateCard } from './template-card.tsx';
import { useCheck } from './use-check.ts';
import './product-import.css';

type Props = { found: ImportDto; templates: readonly ImportTemplateDto[]; isMarketplace: boolean };

/** A table before it is imported: which column is which field, and what its rows would come to. */
export function ImportScreen({ found, templates, isMarketplace }: Props) {
  const t = useText();
  const confirm = useConfirm();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [mapping, setMapping] = useState<Mapping>(found.mapping);
  const [vendor, setVendor] = useState(found.vendor ?? '');
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set());
  const [isStarting, setIsStarting] = useState(false);
  const [allowsIncomplete, setAllowsIncomplete] = useState(found.allowsIncomplete);
  const { columns, optionNames, decimalSign = null } = mapping;
  const input = {
    mapping: { columns: [...columns], optionNames: [...optionNames], decimalSign },
    vendor,
    allowsIncomplete,
  };
  const check = useCheck(found.id, input);
  const goodRows = check.answer?.goodRows ?? 0;
  const chooseTemplate = (template: ImportTemplateDto | null): void => {
    setMapping(template ? fitTemplate(template, found.headers).mapping : found.automatic);
    setVendor(template?.vendor ?? '');
    setAllowsIncomplete(template?.allowsIncomplete ?? false);
  };
  const start = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('productImport:start.confirm'),
      body: check.answer ? describeStart(t, check.answer, without.size) : '',
      action: t('productImport:start.yes'),
      destructive: false,
    });
    if (!isSure) return;
    setIsStarting(true);
    try {
      await callApi<typeof startImportEndpoint>('POST', '/product-csv/imports/{importId}/start', {
        params: { importId: found.id },
        body: { ...input, without: [...without] },
      });
      revalidate();
    } catch (problem) {
      if (!(problem instanceof ApiRefusal)) throw problem;
      toast(refusalText(t, problem), { isError: true });
    } finally {
      setIsStarting(false);
    }
  };
  return (
    <ScreenPage
      title={t('productImport:title')}
      subtitle={found.filename}
      back={{ label: t('productImport:title'), url: '/products/import' }}
      primaryAction={{
        label: goodRows > 0 ? t('productImport:start.action', { count: goodRows }) : t('productImport:start.nothing'),
        onAction: () => void start(),
        disabled: goodRows === 0 || check.isRunning,
        loading: isStarting,
      }}
      kind="form"
    >
      <Stack>
        {found.encoding === 'windows-1252' ? (
          <Banner tone="warning">{t('productImport:encoding', { encoding: found.encoding })}</Banner>
        ) : null}
        {found.format === 'other' ? null : <Banner tone="success">{t(`productImport:format.${found.format}`)}</Banner>}
        <Preview found={found} />
        <TemplateCard found={found} saved={templates} input={input} onChoose={chooseTemplate} />
        <MappingCard
          found={found}
          mapping={mapping}
          onMapping={setMapping}
          vendor={vendor}
          onVendor={isMarketplace ? setVendor : undefined}
        />
        <CheckCard
          check={check}
          allowsIncomplete={allowsIncomplete}
          onAllowsIncomplete={setAllowsIncomplete}
          decimalSign={decimalSign}
          onDecimalSign={(sign) => {
            setMapping((before) => ({ ...before, decimalSign: sign }));
          }}
        />
        <ProductsCard
          key={JSON.stringify(input)}
          importId={found.id}
          input={input}
          without={without}
          onWithout={setWithout}
        />
      </Stack>
    </ScreenPage>
  );
}

/** What the import does, in sentences of which none says nothing. */
function describeStart(t: Translate, { creates, updates, rows, goodRows }: CheckDto, without: number): string {
  const left = rows - goodRows;
  return [
    creates > 0 ? t('productImport:check.creates', { count: creates }) : '',
    updates > 0 ? t('productImport:check.updates', { count: updates }) : '',
    left > 0 ? t('productImport:start.left', { count: left }) : '',
    without > 0 ? t('productImport:start.without', { count: without }) : '',
    t('productImport:start.final', { days: KEEP_DAYS }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The first rows as they were read. */
function Preview({ found }: { found: ImportDto }) {
  const t = useText();
  const title = t('productImport:preview.title');
  return (
    <SectionCard title={title} flush>
      {/* What scrolls sideways has to be reached by the keyboard too. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="product-import-preview" role="region" aria-label={found.filename} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('productImport:preview.line')}</th>
              {found.headers.map((header, index) => (
                <th key={index} scope="col">
                  {header || t('productImport:mapping.noHeader', { number: index + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.preview.map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {cells.map((cell, index) => (
                  <td key={index}>
                    <span className="product-import-cell">{cell}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SectionCard>
  );
}
