import { BlockStack, Button, DropZone, ProgressBar, Spinner, Text } from '@shopify/polaris';
import { XIcon } from '@shopify/polaris-icons';
import { useEffect, useRef, useState } from 'react';
import { issueText, refusalText } from '../i18n/error-text.ts';
import type { Translate } from '../i18n/keys.ts';
import { useText } from '../i18n/use-text.ts';
import { ApiRefusal } from '../session/api-client.ts';
import { useLayoutData } from '../shell/shell-context.tsx';
import { formatFileSize } from './file-size.ts';
import { UploadRefusal, type UploadProgress } from './send-file.ts';

const MEGABYTE = 1024 * 1024;

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
  disabled?: boolean;
};

type Running = { id: number; name: string; sent: number; total: number; cancel: () => void };

/** A place to drop files on or pick them; each upload shows its progress, and a refused file says why and stays away. */
export function FileDrop<Uploaded>(props: FileDropProps<Uploaded>) {
  const { label, labelHidden, accept, multiple = false, hint, error, onRunning, disabled = false } = props;
  const t = useText();
  const [running, setRunning] = useState<readonly Running[]>([]);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const stop = useRef(new Set<AbortController>());
  const ids = useRef(0);
  useEffect(() => {
    const controllers = stop.current;
    return () => {
      for (const controller of controllers) controller.abort();
    };
  }, []);
  const onRunningRef = useRef(onRunning);
  useEffect(() => {
    onRunningRef.current = onRunning;
  }, [onRunning]);
  useEffect(() => {
    onRunningRef.current?.(running.length);
  }, [running.length]);
  useEffect(
    () => () => {
      // The field may go away with its last file, before the end of that upload could be told.
      onRunningRef.current?.(0);
    },
    [],
  );

  const fail = (failure: string): void => {
    setFailures((before) => [...before, failure]);
  };
  const send = async (file: File): Promise<void> => {
    const refused = await findRefusal(file, props, t);
    if (refused) {
      fail(refused);
      return;
    }
    const id = (ids.current += 1);
    const controller = new AbortController();
    stop.current.add(controller);
    const cancel = (): void => {
      controller.abort();
    };
    setRunning((before) => [...before, { id, name: file.name, sent: 0, total: file.size, cancel }]);
    try {
      const progress: UploadProgress = (sent, total) => {
        setRunning((before) => before.map((one) => (one.id === id ? { ...one, sent, total } : one)));
      };
      const uploaded = await props.upload(file, progress, controller.signal);
      if (!controller.signal.aborted) props.onUploaded(uploaded, file);
    } catch (problem) {
      if (!controller.signal.aborted) fail(failureText(t, file, problem));
    } finally {
      stop.current.delete(controller);
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
        disabled={disabled || running.length > 0}
        {...(error ? { error: true } : {})}
      >
        <DropZone.FileUpload actionTitle={t('common:upload.add')} actionHint={t('common:upload.hint')} />
      </DropZone>
      {/* Below the zone: what stands in it is not shown before a script has measured it, seconds later on a phone. */}
      {hint ? (
        <Text as="p" tone="subdued">
          {hint}
        </Text>
      ) : null}
      <UploadsRunning running={running} />
      {error ? (
        <Text as="p" tone="critical">
          {error}
        </Text>
      ) : null}
      <Failures
        failures={failures}
        onDismiss={() => {
          setFailures([]);
        }}
      />
    </BlockStack>
  );
}

function Failures({ failures, onDismiss }: { failures: readonly string[]; onDismiss: () => void }) {
  const t = useText();
  if (failures.length === 0) return null;
  return (
    <div role="alert" className="souk-upload-alert">
      <div>
        {failures.map((failure, index) => (
          <p key={index}>{failure}</p>
        ))}
      </div>
      <Button variant="tertiary" icon={XIcon} accessibilityLabel={t('common:close')} onClick={onDismiss} />
    </div>
  );
}

function UploadsRunning({ running }: { running: readonly Running[] }) {
  const t = useText();
  const { locale } = useLayoutData();
  const percentOf = ({ sent, total }: Running): number => (total > 0 ? Math.round((sent / total) * 100) : 0);
  if (running.length === 0) return null;
  return (
    <div role="status" className="souk-uploads">
      {running.map((one) => (
        <div key={one.id} className="souk-upload">
          <Spinner size="small" accessibilityLabel={t('common:upload.running', { name: one.name })} />
          <span className="souk-one-line">
            {one.name} · {formatFileSize(one.total, locale)}
          </span>
          <ProgressBar progress={percentOf(one)} size="small" ariaLabelledBy={`upload-${String(one.id)}`} />
          <span id={`upload-${String(one.id)}`} className="souk-num">{`${String(percentOf(one))}%`}</span>
          <Button
            variant="tertiary"
            icon={XIcon}
            accessibilityLabel={t('common:upload.cancel', { name: one.name })}
            onClick={one.cancel}
          />
        </div>
      ))}
    </div>
  );
}

/** Why a file did not arrive: the rules of the storage where it was a picture that the storage did not take. */
function failureText(t: Translate, file: File, problem: unknown): string {
  const isRefused =
    problem instanceof UploadRefusal || (problem instanceof ApiRefusal && problem.code === 'platform_refused');
  if (isRefused && file.type.startsWith('image/')) {
    return `${t('common:upload.refused')} ${t('common:upload.refusedRules')}`;
  }
  const [issue] = problem instanceof ApiRefusal ? problem.issues : [];
  if (issue) return issueText(t, issue);
  const reason =
    problem instanceof ApiRefusal ? refusalText(t, problem) : problem instanceof Error ? problem.message : '';
  return t('common:upload.failed', { name: file.name, reason });
}

async function findRefusal(
  file: File,
  { maxBytes = 20 * MEGABYTE, maxPixels = 25_000_000 }: { maxBytes?: number; maxPixels?: number },
  t: Translate,
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
