import { Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { NoteDialog } from '#app/ui/page/note-dialog.tsx';
import { MAX_NOTE, SHORTEST_NOTE } from '../finding.ts';

/** Asks for the note with which something is set aside. */
export function SetAsideDialog(props: { what: string; onClose: () => void; onSetAside: (note: string) => void }) {
  const t = useText();
  return (
    <NoteDialog
      title={t('reconciliation:aside.title')}
      label={t('reconciliation:aside.note')}
      short={t('reconciliation:aside.short')}
      least={SHORTEST_NOTE}
      most={MAX_NOTE}
      action={t('reconciliation:act.setAside')}
      onClose={props.onClose}
      onDone={props.onSetAside}
    >
      <Text as="p" fontWeight="semibold">
        {props.what}
      </Text>
      <Text as="p">{t('reconciliation:aside.body')}</Text>
    </NoteDialog>
  );
}
