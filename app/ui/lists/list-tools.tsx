import { ActionList, Button, ChoiceList, Modal, Popover, TextField } from '@shopify/polaris';
import { LayoutColumns3Icon, MenuHorizontalIcon, SortIcon } from '@shopify/polaris-icons';
import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import type { ListColumn, ListSort, OwnChoices, OwnView } from './list.ts';

/** The longest name of a view. */
const MAX_NAME = 40;

type SortMenuProps = { sorts: readonly ListSort[]; sort: string; onSort: (value: string) => void };

/** The orders of a list by name, for phones and for orders that no column stands for. */
export function SortMenu({ sorts, sort, onSort }: SortMenuProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const current = sort === '' ? (sorts[0]?.value ?? '') : sort;
  // A heading may turn the list round in a way that has no name of its own.
  const named = sorts.find(({ value }) => value === current);
  return (
    <Popover
      active={isOpen}
      preferredAlignment="right"
      onClose={() => {
        setOpen(false);
      }}
      activator={
        <Button
          icon={SortIcon}
          disclosure
          accessibilityLabel={named ? t('lists:sort.by', { sort: named.label }) : t('lists:sort.title')}
          onClick={() => {
            setOpen(!isOpen);
          }}
        />
      }
    >
      <div className="souk-menu">
        <ChoiceList
          title={t('lists:sort.title')}
          choices={sorts.map(({ value, label }) => ({ value, label }))}
          selected={[current]}
          onChange={([value]) => {
            onSort(value ?? '');
            setOpen(false);
          }}
        />
      </div>
    </Popover>
  );
}

type ColumnMenuProps = { columns: readonly ListColumn<never>[]; own: OwnChoices };

/** Which columns of a list somebody wants to see; the first one names the row and always stays. */
export function ColumnMenu({ columns, own }: ColumnMenuProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const offered = columns.filter((column, index) => index > 0 && !column.hidden && !column.isFixed);
  const shown = offered.flatMap(({ id }) => (own.hiddenColumns.includes(id) ? [] : [id]));
  return (
    <Popover
      active={isOpen}
      preferredAlignment="right"
      onClose={() => {
        setOpen(false);
      }}
      activator={
        <Button
          icon={LayoutColumns3Icon}
          disclosure
          accessibilityLabel={t('lists:columns.open')}
          onClick={() => {
            setOpen(!isOpen);
          }}
        />
      }
    >
      <div className="souk-menu">
        <ChoiceList
          allowMultiple
          title={t('lists:columns.title')}
          choices={offered.map(({ id, title }) => ({ value: id, label: title }))}
          selected={shown}
          onChange={(next) => {
            void own.hideColumns(offered.flatMap(({ id }) => (next.includes(id) ? [] : [id])));
          }}
        />
      </div>
    </Popover>
  );
}

type ViewMenuProps = { own: OwnChoices; open: OwnView | undefined; address: string };

/** Keeps what the list shows now as a view of one's own, and deletes the one that is open. */
export function ViewMenu({ own, open, address }: ViewMenuProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const items = [
    {
      content: t('lists:views.save'),
      onAction: () => {
        setNaming(true);
      },
    },
    ...(open
      ? [
          {
            content: t('lists:views.delete', { name: open.name }),
            destructive: true,
            onAction: () => {
              void own.deleteView(open.id);
            },
          },
        ]
      : []),
  ];
  return (
    <>
      <Popover
        active={isOpen}
        preferredAlignment="right"
        onClose={() => {
          setOpen(false);
        }}
        activator={
          <Button
            icon={MenuHorizontalIcon}
            accessibilityLabel={t('lists:views.menu')}
            onClick={() => {
              setOpen(!isOpen);
            }}
          />
        }
      >
        <ActionList
          actionRole="menuitem"
          items={items}
          onActionAnyItem={() => {
            setOpen(false);
          }}
        />
      </Popover>
      {isNaming ? (
        <NameDialog
          onClose={() => {
            setNaming(false);
          }}
          onSave={(name) => {
            setNaming(false);
            void own.saveView(name, address);
          }}
        />
      ) : null}
    </>
  );
}

function NameDialog({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  const t = useText();
  const [name, setName] = useState('');
  const [isMissed, setMissed] = useState(false);
  const save = (): void => {
    if (name.trim() === '') setMissed(true);
    else onSave(name.trim());
  };
  return (
    <Modal
      open
      title={t('lists:views.save')}
      onClose={onClose}
      primaryAction={{ content: t('common:save'), onAction: save }}
      secondaryActions={[{ content: t('common:cancel'), onAction: onClose }]}
    >
      <Modal.Section>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextField
            label={t('lists:views.name')}
            helpText={t('lists:views.help')}
            value={name}
            onChange={setName}
            maxLength={MAX_NAME}
            autoComplete="off"
            error={isMissed && name.trim() === '' ? t('lists:views.needName') : undefined}
          />
        </form>
      </Modal.Section>
    </Modal>
  );
}
