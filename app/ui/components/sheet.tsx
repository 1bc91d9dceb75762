import { Button } from '@shopify/polaris';
import { XIcon } from '@shopify/polaris-icons';
import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';

/** A sheet that comes from below on phones. The browser's own dialog keeps the focus inside and closes with Esc. */
export function BottomSheet(props: { open: boolean; onClose: () => void; label: string; children: ReactNode }) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const { open, onClose } = props;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);
  return (
    <dialog ref={dialog} className="souk-sheet" aria-label={props.label} onClose={onClose}>
      {open ? (
        <>
          <div className="souk-sheet-close">
            <Button variant="tertiary" icon={XIcon} onClick={onClose} accessibilityLabel={t('common:close')} />
          </div>
          {props.children}
        </>
      ) : null}
    </dialog>
  );
}
