import { Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { NoteDialog } from '#app/ui/page/note-dialog.tsx';
import { MAX_NOTE, SHORTEST_NOTE } from '../approval/approval.ts';

/** Asks for the note with which a request is declined. */
export function DeclineDialog(props: { onClose: () => void; onDecline: (note: string) => void }) {
  const t = useText();
  return (
    <NoteDialog
      title={t('money:request.declineTitle')}
      label={t('money:request.note')}
      short={t('money:request.short')}
      least={SHORTEST_NOTE}
      most={MAX_NOTE}
      action={t('money:request.decline')}
      isDestructive
      onClose={props.onClose}
      onDone={props.onDecline}
    >
      <Text as="p">{t('money:request.declineBody')}</Text>
    </NoteDialog>
  );
}
