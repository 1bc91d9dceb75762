import { Banner, Button, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { FileDrop } from '#app/ui/forms/file-drop.tsx';
import { sendFile, type UploadProgress } from '#app/ui/forms/send-file.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useDownload } from '#app/ui/page/use-download.ts';
import { useNavigate } from '#app/ui/router.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useFormat, useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { describeResult } from '../shared/describe-result.ts';
import { KEEP_DAYS, MAX_FILE_BYTES, MAX_ROWS } from '../product-import.ts';
import type { createImportEndpoint, uploadTableEndpoint, ImportRowDto } from '../product-import.contract.ts';
import './product-import.css';

/** Where a table of products is uploaded, and the imports of before. */
export function ImportsScreen({ imports, canSchedule }: { imports: readonly ImportRowDto[]; canSchedule: boolean }) {
  const t = useText();
  const format = useFormat();
  const download = useDownload();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const [failure, setFailure] = useState<string>();
  const read = async (location: string): Promise<void> => {
    setFailure(undefined);
    try {
      const { id } = await callApi<typeof createImportEndpoint>('POST', '/product-csv/imports', {
        body: { location },
        creates: true,
      });
      navigate(path(`/products/import/${id}`));
    } catch (problem) {
      if (!(problem instanceof ApiRefusal)) throw problem;
      const [issue] = problem.issues;
      setFailure(issue ? issueText(t, issue) : refusalText(t, problem));
    }
  };
  const limits = { megabytes: MAX_FILE_BYTES / 1024 / 1024, rows: format.number(MAX_ROWS) };
  return (
    <ScreenPage
      title={t('productImport:title')}
      back={{ label: t('productImport:products'), url: '/products' }}
      kind="form"
    >
      <Stack>
        {failure ? <Banner tone="critical" title={failure} /> : null}
        <SectionCard
          title={t('productImport:upload.title')}
          aside={
            <Button
              onClick={() => {
                download('/products/import/sample.csv', 'products-sample.csv');
              }}
            >
              {t('productImport:upload.sample')}
            </Button>
          }
        >
          <Text as="p">{t('productImport:upload.about')}</Text>
          <FileDrop
            label={t('productImport:upload.file')}
            accept={ACCEPTED}
            maxBytes={MAX_FILE_BYTES}
            hint={t('productImport:upload.hint', limits)}
            upload={sendTable}
            onUploaded={(location) => void read(location)}
          />
          <Text as="p" tone="subdued">
            {t('productImport:upload.export')}
          </Text>
          {canSchedule ? <Link url={path('/settings/imports')}>{t('productImport:upload.schedule')}</Link> : null}
        </SectionCard>
        <SectionCard title={t('productImport:earlier.title')} flush>
          {imports.length === 0 ? (
            <p className="product-import-empty">{t('productImport:earlier.empty')}</p>
          ) : (
            <Rows
              label={t('productImport:earlier.title')}
              hasChevron
              rows={imports.map((one) => ({
                id: one.id,
                url: `/products/import/${one.id}`,
                title: one.filename,
                line: t('productImport:earlier.line', {
                  count: one.rows,
                  rows: format.number(one.rows),
                  by: one.createdBy,
                }),
                details: [
                  {
                    id: 'results',
                    text: describeResult(t, format, one),
                  },
                ],
                end: <When at={one.startedAt ?? one.createdAt} />,
              }))}
            />
          )}
        </SectionCard>
        <Text as="p" tone="subdued">
          {t('productImport:earlier.kept', { days: KEEP_DAYS })}
        </Text>
      </Stack>
    </ScreenPage>
  );
}

/** Endings of tables that are read: browsers name their types in different manners. */
const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.ods';

/** Sends a table to private storage; returns where it lies. Browsers name its type in different manners, the storage takes one. */
async function sendTable(file: File, progress: UploadProgress, signal: AbortSignal): Promise<string> {
  const { url, location, contentType } = await callApi<typeof uploadTableEndpoint>(
    'PUT',
    '/product-csv/upload',
    { query: { name: file.name.slice(-255), size: file.size } },
    { signal },
  );
  await sendFile({ url, file: new File([file], file.name, { type: contentType }), progress, signal });
  return location;
}
