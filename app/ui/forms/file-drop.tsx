import { Banner, BlockStack, DropZone, ProgressBar, Spinner, Text } from '@shopify/polaris';
import { useCallback, useEffect, useRef, useState } from 'react';
import { refusalText } from '../i18n/error-text.ts';
import { useText } from '../i18n/use-text.ts';
import { ApiRefusal } from '../session/api-client.ts';

const MEGABYTE = 1024 * 1024;

export type UploadProgress = (sent: number, total: number) => void;
export type FileDropProps<Uploaded> = {
  label: string;
  labelHidden?: boolean;
  /** MIME types or endings as the browser's picker takes them: `image/*,video/*`. */
  accept: string;
  multiple?: boolean;
  /** Sends one file and resolves to what the form keeps of it; reject with an Error whose message may be shown. */
  upload: (file: File, progress: UploadProgress, signal: AbortSignal) => Promise<Uploaded>;
  onUploaded: (uploaded: Uploaded, file: File) => void;
  /** Counts running uploads, for a form that must wait. */
  onRunning?: (count: number) => void;
  maxBytes?: number;
  /** Pictures above this are refused before they are sent; 25 megapixels by default. */
  maxPixels?: number;
  hint?: string;
  error?: string | undefined;
};

type Running = { id: number; name: string; sent: number; total: number };

/** A place to drop files on or pick them; each upload shows its progress, and a refused file says why and stays away. */
export function FileDrop<Uploaded>(props: FileDropProps<Uploaded>) {
  const { label, labelHidden, accept, multiple = false, hint, error, onRunning } = props;
  const t = useText();
  const [running, setRunning] = useState<readonly Running[]>([]);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const stop = useRef(new AbortController());
  const ids = useRef(0);
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => {
      controller.abort();
    };
  }, []);
  useEffect(() => {
    onRunning?.(running.length);
  }, [running.length, onRunning]);

  const send = async (file: File): Promise<void> => {
    const refused = await refusalOf(file, props, t);
    if (refused) {
      setFailures((before) => [...before, refused]);
      return;
    }
    const id = (ids.current += 1);
    setRunning((before) => [...before, { id, name: file.name, sent: 0, total: file.size }]);
    try {
      const progress: UploadProgress = (sent, total) => {
        setRunning((before) => before.map((one) => (one.id === id ? { ...one, sent, total } : one)));
      };
      props.onUploaded(await props.upload(file, progress, stop.current.signal), file);
    } catch (problem) {
      if (stop.current.signal.aborted) return;
      const reason =
        problem instanceof ApiRefusal ? refusalText(t, problem) : problem instanceof Error ? problem.message : '';
      setFailures((before) => [...before, t('common:upload.failed', { name: file.name, reason })]);
    } finally {
      setRunning((before) => before.filter((one) => one.id !== id));
    }
  };
  const drop = (_files: File[], accepted: File[], rejected: File[]): void => {
    setFailures(rejected.map((file) => t('common:upload.wrongType', { name: file.name })));
    void Promise.all(accepted.map(send));
  };
  return (
    <BlockStack gap="200">
      <DropZone
        label={label}
        labelHidden={labelHidden ?? false}
        accept={accept}
        allowMultiple={multiple}
        onDrop={drop}
        disabled={!multiple && running.length > 0}
        {...(error ? { error: true } : {})}
      >
        <DropZone.FileUpload actionTitle={t('common:upload.add')} actionHint={hint ?? t('common:upload.hint')} />
      </DropZone>
      <UploadsRunning running={running} />
      {error ? <FieldError text={error} /> : null}
      {failures.length > 0 ? (
        <Banner
          tone="warning"
          title={t('common:upload.notAll')}
          onDismiss={() => {
            setFailures([]);
          }}
        >
          {failures.map((failure, index) => (
            <p key={index}>{failure}</p>
          ))}
        </Banner>
      ) : null}
    </BlockStack>
  );
}

function FieldError({ text }: { text: string }) {
  return (
    <Text as="p" tone="critical">
      {text}
    </Text>
  );
}

function UploadsRunning({ running }: { running: readonly Running[] }) {
  const t = useText();
  const percentOf = useCallback(({ sent, total }: Running) => (total > 0 ? Math.round((sent / total) * 100) : 0), []);
  if (running.length === 0) return null;
  return (
    <div role="status" className="souk-uploads">
      {running.map((one) => (
        <div key={one.id} className="souk-upload">
          <Spinner size="small" accessibilityLabel={t('common:upload.running', { name: one.name })} />
          <span className="souk-one-line">{one.name}</span>
          <ProgressBar progress={percentOf(one)} size="small" ariaLabelledBy={`upload-${String(one.id)}`} />
          <span id={`upload-${String(one.id)}`} className="souk-num">{`${String(percentOf(one))}%`}</span>
        </div>
      ))}
    </div>
  );
}

async function refusalOf(
  file: File,
  { maxBytes = 20 * MEGABYTE, maxPixels = 25_000_000 }: { maxBytes?: number; maxPixels?: number },
  t: ReturnType<typeof useText>,
): Promise<string | undefined> {
  if (file.size > maxBytes) return t('common:upload.tooLarge', { megabytes: Math.floor(maxBytes / MEGABYTE) });
  if (!file.type.startsWith('image/')) return undefined;
  const pixels = await countPixels(file);
  return pixels > maxPixels
    ? t('common:upload.tooManyPixels', { megapixels: Math.floor(maxPixels / 1_000_000) })
    : undefined;
}

/** Pixels of a picture; 0 for what the browser cannot read (the server looks again). */
async function countPixels(file: File): Promise<number> {
  if (typeof createImageBitmap !== 'function') return 0;
  try {
    const picture = await createImageBitmap(file);
    const pixels = picture.width * picture.height;
    picture.close();
    return pixels;
  } catch {
    return 0;
  }
}

/**
 * Sends a file with progress, which `fetch` cannot tell. Used for signed upload addresses: PUT of the plain file, or a
 * multipart POST when `fields` are given.
 */
export function sendFile(to: {
  url: string;
  file: File;
  fields?: readonly { name: string; value: string }[];
  progress: UploadProgress;
  signal: AbortSignal;
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(to.fields ? 'POST' : 'PUT', to.url);
    request.upload.onprogress = (event) => {
      to.progress(event.loaded, event.lengthComputable ? event.total : to.file.size);
    };
    request.onload = () => {
      request.status >= 200 && request.status < 300 ? resolve() : reject(new Error(`HTTP ${String(request.status)}`));
    };
    request.onerror = () => {
      reject(new Error(''));
    };
    request.onabort = () => {
      reject(new Error(''));
    };
    to.signal.addEventListener('abort', () => {
      request.abort();
    });
    if (to.fields) {
      const form = new FormData();
      for (const { name, value } of to.fields) form.append(name, value);
      form.append('file', to.file);
      request.send(form);
      return;
    }
    request.setRequestHeader('content-type', to.file.type || 'application/octet-stream');
    request.send(to.file);
  });
}
