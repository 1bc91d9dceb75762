import { Popover } from '@shopify/polaris';
import type { ReactElement, ReactNode } from 'react';
import { BottomSheet } from './sheet.tsx';

export type OpenedDetailProps = {
  /** What opens it, which says by itself whether it is open. */
  button: ReactElement;
  open: boolean;
  onClose: () => void;
  /** What the sheet is called. */
  label: string;
  isSheet: boolean;
  children: ReactNode;
};

/** What a button opens beside itself: a popover on wide screens, a sheet from below on phones. */
export function OpenedDetail({ button, open, onClose, label, isSheet, children }: OpenedDetailProps) {
  if (isSheet)
    return (
      <>
        {button}
        <BottomSheet open={open} onClose={onClose} label={label}>
          {children}
        </BottomSheet>
      </>
    );
  return (
    <Popover
      active={open}
      activator={button}
      onClose={onClose}
      preferredAlignment="left"
      fluidContent
      autofocusTarget="first-node"
    >
      <Popover.Pane>{children}</Popover.Pane>
    </Popover>
  );
}
