import { Button, InlineStack, Link, Spinner, Text } from '@shopify/polaris';
import type { fileSourceEndpoint } from '#app/platform/uploads/source.contract.ts';
import type { stageUploadEndpoint } from '#app/platform/uploads/uploads.contract.ts';
import { FileDrop } from '#app/ui/forms/file-drop.tsx';
import { FieldNotes } from '#app/ui/forms/field-notes.tsx';
import { MediaPreview } from '#app/ui/forms/media-preview.tsx';
import { sendFile, type UploadProgress } from '#app/ui/forms/send-file.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { kindOfFile, kindsTaken, MAX_FILES, type FileKind } from '../file-value.ts';
import { toRules } from '../specification-value.ts';
import type { Specification } from '../specification.ts';
import { asChosen, ofChosen } from '../value-forms.ts';
import { useLabel, type Shared } from './compound-inputs.tsx';

const EXTENSIONS: Readonly<Record<FileKind, string>> = {
  IMAGE: '.jpg,.jpeg,.png,.webp,.gif,.heic',
  VIDEO: '.mp4,.mov,.webm',
  FILE: '.pdf,.csv,.txt,.doc,.docx,.xls,.xlsx,.zip',
};

/** Files of the store: one, or several of a list. What is only just sent is named by its upload until the product is saved. */
export function StoreFilesInput({ shared, specification }: { shared: Shared; specification: Specification }) {
  const t = useText();
  const label = useLabel(shared);
  const isList = specification.type.startsWith('list.');
  const value = String(shared.value);
  const items = isList ? asChosen(value) : value === '' ? [] : [value];
  const set = (next: readonly string[]): void => {
    shared.onChange(isList ? ofChosen(next) : (next[0] ?? ''));
  };
  const kinds = kindsTaken(toRules(specification.validations).get('file_type_options'));
  return (
    <fieldset name={shared.name} tabIndex={-1} className="souk-fieldset">
      <legend>{label}</legend>
      {items.length > 0 ? (
        <ul className="souk-media">
          {items.map((item, index) => {
            const name = `${shared.label} ${String(index + 1)}`;
            return (
              <li key={item}>
                <StoreFile item={item} name={name} />
                <Button
                  disabled={shared.disabled}
                  accessibilityLabel={`${t('common:upload.delete')}: ${name}`}
                  onClick={() => {
                    set(items.filter((_one, at) => at !== index));
                  }}
                >
                  {t('common:upload.delete')}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
      {items.length < (isList ? MAX_FILES : 1) ? (
        <FileDrop
          label={label}
          labelHidden
          accept={kinds.map((kind) => EXTENSIONS[kind]).join(',')}
          upload={sendToStore}
          onUploaded={(resourceUrl) => {
            set([...items, resourceUrl]);
          }}
          disabled={shared.disabled}
        />
      ) : null}
      <FieldNotes error={shared.error} helpText={shared.helpText} />
    </fieldset>
  );
}

/** Sends a file to the store's own storage; returns by which address the save knows it. */
async function sendToStore(file: File, progress: UploadProgress, signal: AbortSignal): Promise<string> {
  const body = { filename: file.name, fileSize: file.size, mime: file.type };
  const { stagedTarget } = await callApi<typeof stageUploadEndpoint>('PUT', '/cdn/stage-upload', { body }, { signal });
  const { url, parameters, resourceUrl } = stagedTarget;
  await sendFile({ url, file, fields: parameters, progress, signal });
  return resourceUrl;
}

/** What a file shows; the address of one of the store's files is asked for. */
function StoreFile({ item, name }: { item: string; name: string }) {
  const t = useText();
  const found = useData(['store-file', item], () =>
    callApi<typeof fileSourceEndpoint>('GET', '/cdn/shopify/file', { query: { ressourceId: item } }),
  );
  const kind = kindOfFile(item);
  if (found.data && kind !== 'FILE') {
    return <MediaPreview item={{ src: found.data.src, contentType: kind }} name={name} />;
  }
  if (found.isLoading) return <Spinner size="small" accessibilityLabel={name} />;
  return (
    <div className="souk-file-box">
      <InlineStack gap="300" blockAlign="center">
        <Text as="p" fontWeight="medium">
          {t('common:upload.uploaded')}
        </Text>
        {found.data ? (
          <Link url={found.data.src} target="_blank">
            {t('common:upload.open')}
          </Link>
        ) : null}
      </InlineStack>
    </div>
  );
}
