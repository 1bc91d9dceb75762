import { useText } from '../i18n/use-text.ts';
import { downloadFile } from '../session/download.ts';
import { useLayoutPath } from '../shell/shell-context.tsx';
import { useToast } from './toast.tsx';

/** Saves what an address behind the present layout answers as a file; a toast says when it did not arrive. */
export function useDownload(): (place: string, filename: string) => void {
  const t = useText();
  const toast = useToast();
  const path = useLayoutPath();
  return (place, filename) => {
    downloadFile(path(place), filename).catch(() => {
      toast(t('common:notDownloaded'), { isError: true });
    });
  };
}
