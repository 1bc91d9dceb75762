import { Banner, BlockStack, Button, Checkbox, Modal, Spinner, Text, TextField } from '@shopify/polaris';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Picture } from '#app/ui/components/picture.tsx';
import { callApi } from '#app/ui/session/api-client.ts';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import type { searchEntriesEndpoint, EntryDto } from '../entries.contract.ts';
import type { Specification } from '../specification.ts';
import type { DrawField } from './draw-field.ts';
import { EntryForm } from './entry-form.tsx';
import { refusalWords } from '#app/ui/session/refusal-words.ts';

const TYPING_MS = 250;

type PickerProps = {
  specification: Specification;
  chosen: readonly string[];
  drawField: DrawField;
  /** An entry of a list is chosen, or no longer; the one of a single reference is chosen. */
  onChoose: (entry: EntryDto) => void;
  onClose: () => void;
};

/** The list of entries that one, or several, are chosen from; and the form of a new one, where there may be one. */
export function EntryPicker({ specification, chosen, drawField, onChoose, onClose }: PickerProps) {
  const t = useText();
  const { viewer } = useShell();
  const [isAdding, setAdding] = useState(false);
  const [typed, setTyped] = useState('');
  const found = useFound(specification, typed);
  const isList = specification.type.startsWith('list.');
  const canAdd = specification.entries?.add === true || viewer.isAdmin;
  if (isAdding) {
    return (
      <EntryForm
        specification={specification}
        drawField={drawField}
        onAdded={(entry) => {
          onChoose(entry);
          setAdding(false);
          found.put(entry);
        }}
        onBack={() => {
          setAdding(false);
        }}
      />
    );
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={specification.name}
      {...(isList ? { primaryAction: { content: t('specifications:entries.done'), onAction: onClose } } : {})}
      secondaryActions={[
        ...(canAdd
          ? [
              {
                content: t('specifications:entries.add'),
                onAction: () => {
                  setAdding(true);
                },
              },
            ]
          : []),
        ...(isList ? [] : [{ content: t('common:cancel'), onAction: onClose }]),
      ]}
    >
      <Modal.Section>
        <ArrowKeys>
          <BlockStack gap="300">
            <TextField
              label={t('specifications:entries.search')}
              value={typed}
              onChange={setTyped}
              maxLength={255}
              autoComplete="off"
              focused
              clearButton
              onClearButtonClick={() => {
                setTyped('');
              }}
            />
            {found.failed ? (
              <Banner tone="warning">{t('specifications:entries.failed', { reason: found.failed })}</Banner>
            ) : null}
            <EntryList isList={isList} chosen={chosen} onChoose={onChoose} entries={found.entries} />
            <Foot found={found} isSearch={typed.trim() !== ''} />
          </BlockStack>
        </ArrowKeys>
      </Modal.Section>
    </Modal>
  );
}

function Foot({ found, isSearch }: { found: Found; isSearch: boolean }) {
  const t = useText();
  if (found.isLoading) return <Spinner size="small" accessibilityLabel={t('specifications:entries.search')} />;
  if (found.entries.length === 0 && !found.cursor && !found.failed) {
    return (
      <Text as="p" tone="subdued">
        {t(isSearch ? 'specifications:entries.none' : 'specifications:entries.empty')}
      </Text>
    );
  }
  return found.cursor ? (
    <span>
      <Button onClick={found.more}>{t('specifications:entries.more')}</Button>
    </span>
  ) : null;
}

type ListProps = {
  isList: boolean;
  entries: readonly EntryDto[];
  chosen: readonly string[];
  onChoose: (entry: EntryDto) => void;
};

function EntryList({ isList, entries, chosen, onChoose }: ListProps) {
  return (
    <ul className="specification-choices">
      {entries.map((entry) => (
        <li key={entry.id}>
          {isList ? (
            <>
              <Picture src={entry.image ?? undefined} />
              <Checkbox
                label={entry.name}
                checked={chosen.includes(entry.id)}
                onChange={() => {
                  onChoose(entry);
                }}
              />
            </>
          ) : (
            <button
              type="button"
              className="specification-choice"
              aria-current={chosen.includes(entry.id)}
              onClick={() => {
                onChoose(entry);
              }}
            >
              <Picture src={entry.image ?? undefined} />
              <span>{entry.name}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The arrow keys lead from the search to the first entry, and from one entry to the next. */
function ArrowKeys({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = area.current;
    const move = (event: KeyboardEvent): void => {
      const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (steps === undefined || !node) return;
      const places = [...node.querySelectorAll<HTMLElement>('.specification-choices :is(button, input)')];
      const now = places.findIndex((place) => place === document.activeElement);
      const next = places[now === -1 && steps === 1 ? 0 : now + steps];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    node?.addEventListener('keydown', move);
    return () => {
      node?.removeEventListener('keydown', move);
    };
  }, []);
  return <div ref={area}>{children}</div>;
}

type Found = {
  entries: readonly EntryDto[];
  cursor: string | null;
  isLoading: boolean;
  failed: string | undefined;
  more: () => void;
  put: (entry: EntryDto) => void;
};

/** The entries that are called like what is typed, a page and then more; what was asked before and comes late is dropped. */
function useFound({ owner, namespace, key }: Specification, typed: string): Found {
  const t = useText();
  const [page, setPage] = useState<{ entries: readonly EntryDto[]; cursor: string | null }>({
    entries: [],
    cursor: null,
  });
  const [isLoading, setLoading] = useState(true);
  const [failed, setFailed] = useState<string>();
  const requestedRef = useRef(0);
  const q = typed.trim();
  const ask = async (before: readonly EntryDto[], after: string | null): Promise<void> => {
    const number = ++requestedRef.current;
    setLoading(true);
    setFailed(undefined);
    try {
      const query = { owner, namespace, key, q, ...(after === null ? {} : { after }) };
      const answer = await callApi<typeof searchEntriesEndpoint>('GET', '/products/metafields/entries', { query });
      if (number !== requestedRef.current) return;
      const known = new Set(before.map(({ id }) => id));
      setPage({ entries: [...before, ...answer.entries.filter(({ id }) => !known.has(id))], cursor: answer.cursor });
    } catch (problem) {
      if (number === requestedRef.current) setFailed(refusalWords(t, problem));
    }
    if (number === requestedRef.current) setLoading(false);
  };
  useEffect(() => {
    const timer = setTimeout(() => void ask([], null), q === '' ? 0 : TYPING_MS);
    return () => {
      clearTimeout(timer);
    };
    // Asked anew for what is typed only: the rest is the same for as long as the list is open.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [q]);
  return {
    ...page,
    isLoading,
    failed,
    more: () => void ask(page.entries, page.cursor),
    put: (entry) => {
      setPage((now) => ({ ...now, entries: [entry, ...now.entries.filter(({ id }) => id !== entry.id)] }));
    },
  };
}
