import { BlockStack, Checkbox, List, Modal, Text } from '@shopify/polaris';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { invariant } from '#app/core/invariant.ts';
import { useText } from '../i18n/use-text.ts';

/** Something that can be done along with the answer; ticked at first, and told each time that is changed. */
type Option = { label: string; onTick: (isTicked: boolean) => void };
/** A question before something that cannot be undone. `title` names the thing, `body` the consequence, `action` the verb. */
export type Question = {
  title: string;
  body: string;
  /** What it concerns, one by one, below the body. */
  lines?: readonly string[];
  action: string;
  destructive?: boolean;
  cancel?: string;
  option?: Option;
};
type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | undefined>(undefined);

/** Asks once before a destructive act: `if (await confirm({ … })) remove()`. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  invariant(ask, 'useConfirm is called outside ConfirmProvider');
  return ask;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const t = useText();
  const [open, setOpen] = useState<{ question: Question; answer: (yes: boolean) => void }>();
  const ask = useCallback<Ask>(
    (question) =>
      new Promise<boolean>((resolve) => {
        setOpen((before) => {
          before?.answer(false);
          return { question, answer: resolve };
        });
      }),
    [],
  );
  const close = (yes: boolean): void => {
    open?.answer(yes);
    setOpen(undefined);
  };
  return (
    <ConfirmContext.Provider value={ask}>
      {children}
      <Modal
        open={open !== undefined}
        size="small"
        title={open?.question.title ?? ''}
        onClose={() => {
          close(false);
        }}
        primaryAction={{
          content: open?.question.action ?? '',
          destructive: open?.question.destructive ?? true,
          onAction: () => {
            close(true);
          },
        }}
        secondaryActions={[
          {
            content: open?.question.cancel ?? t('common:cancel'),
            onAction: () => {
              close(false);
            },
          },
        ]}
      >
        <Modal.Section>
          <BlockStack gap="300">
            <Text as="p">{open?.question.body}</Text>
            {open?.question.lines?.length ? (
              <List>
                {open.question.lines.map((line) => (
                  <List.Item key={line}>{line}</List.Item>
                ))}
              </List>
            ) : null}
            {open?.question.option ? <OptionTick key={open.question.title} option={open.question.option} /> : null}
          </BlockStack>
        </Modal.Section>
      </Modal>
    </ConfirmContext.Provider>
  );
}

function OptionTick({ option }: { option: Option }) {
  const [isTicked, setTicked] = useState(true);
  return (
    <Checkbox
      label={option.label}
      checked={isTicked}
      onChange={(ticked) => {
        setTicked(ticked);
        option.onTick(ticked);
      }}
    />
  );
}
