import { useText } from '../i18n/use-text.ts';
import { useDoorPath } from '../shell/shell-context.tsx';
import { useToast } from './toast.tsx';

/**
 * Saves what an address behind the present door answers as a file. It is fetched, not followed, because inside the store
 * admin only a request of the page itself carries who asks.
 */
export function useDownload(): (place: string, filename: string) => void {
  const t = useText();
  const toast = useToast();
  const path = useDoorPath();
  return (place, filename) => {
    const save = async (): Promise<void> => {
      const answer = await window.fetch(path(place));
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await answer.blob());
      link.download = filename;
      link.click();
      setTimeout(() => {
        URL.revokeObjectURL(link.href);
      }, 60_000);
    };
    save().catch(() => {
      toast(t('common:notDownloaded'), { isError: true });
    });
  };
}
