import { Banner, Button, InlineStack } from '@shopify/polaris';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import type { PageAction } from '../page/page-action.ts';
import { saveFile, streamFile } from '../session/download.ts';
import { useFormat } from '../shell/shell-context.tsx';

type Progress = { state: 'running' | 'done' | 'failed'; rows: number };

/**
 * The export of what a list shows as the CSV of a call: a button, and how many rows came; it can be stopped, and leaving the
 * page stops it.
 */
export function useExport(o: { url: string; body: object; file: string; label?: string }): {
  action: PageAction;
  report: ReactNode;
} {
  const t = useText();
  const format = useFormat();
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>();
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );
  const start = (): void => {
    const control = new AbortController();
    running.current = control;
    setProgress({ state: 'running', rows: 0 });
    const count = (rows: number): void => {
      if (!control.signal.aborted) setProgress({ state: 'running', rows });
    };
    streamFile(o.url, o.body, { signal: control.signal, onLines: count }).then(
      ({ blob, lines }) => {
        saveFile(blob, o.file);
        setProgress({ state: 'done', rows: lines });
      },
      () => {
        setProgress(control.signal.aborted ? undefined : { state: 'failed', rows: 0 });
      },
    );
  };
  const isRunning = progress?.state === 'running';
  // The first line is the one of the headers.
  const rowCount = Math.max(0, (progress?.rows ?? 0) - 1);
  return {
    action: { label: o.label ?? t('common:export.action'), onAction: start, disabled: isRunning },
    report: progress ? (
      <Banner
        tone={progress.state === 'failed' ? 'critical' : isRunning ? 'info' : 'success'}
        title={t(`common:export.${progress.state}`, { count: rowCount, rows: format.number(rowCount) })}
        {...(isRunning
          ? {}
          : {
              onDismiss: () => {
                setProgress(undefined);
              },
            })}
      >
        {isRunning ? (
          <InlineStack>
            <Button
              onClick={() => {
                running.current?.abort();
              }}
            >
              {t('common:export.stop')}
            </Button>
          </InlineStack>
        ) : null}
      </Banner>
    ) : null,
  };
}
