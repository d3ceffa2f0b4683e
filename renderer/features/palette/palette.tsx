import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift';
import { useMemo, useState, type ChangeEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useAppDispatch } from '../../state/hooks.ts';
import { viewChanged } from '../../state/view-slice.ts';
import { Button } from '../../ui/button.tsx';
import { lateDialog } from '../../ui/late.tsx';
import { Problem } from '../../ui/problem.tsx';
import modalStyles from '../../ui/modal.module.css';
import spreadStyles from '../../ui/spread.module.css';
import { useModal } from '../../ui/use-modal.ts';
import { find, type Choice, type Entry } from './entries.ts';
import styles from './palette.module.css';
import { useEntries } from './use-entries.ts';
import { useFoundOrders } from './use-found-orders.ts';
import { useKeptHighlight } from './use-kept-highlight.ts';
import { useSessions } from './use-sessions.ts';

const LineSoldOutDialog = lateDialog(
  'Sold out',
  async () => (await import('../../sold-out/line-sold-out-dialog.tsx')).LineSoldOutDialog,
);

/** Finds orders, items to sell out, outlets, sessions, menus and settings by a few letters, and goes there. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [sellingOut, setSellingOut] = useState<Extract<Choice, { soldOut: unknown }>['soldOut'] | null>(null);

  function choose(choice: Choice): void {
    if ('soldOut' in choice) return setSellingOut(choice.soldOut);
    onClose();
    if (choice.alone) dispatch(viewChanged({ together: false }));
    void navigate(choice.to);
  }

  if (sellingOut) {
    const { outletId, itemId, name } = sellingOut;
    return <LineSoldOutDialog outletId={outletId} line={{ itemId, name }} onClose={onClose} />;
  }
  return (
    <FinderDialog onClose={onClose}>
      <Finder onChoose={choose} />
    </FinderDialog>
  );
}

const SOUGHT = 'Order, item, outlet, session or setting';

function Finder({ onChoose }: { onChoose: (choice: Choice) => void }) {
  const entries = useEntries();
  const [search, setSearch] = useState('');
  const sessions = useSessions(search.trim() !== '');
  const others = useFoundOrders(search);
  const found = useMemo(
    () => [...find(entries, search), ...find(sessions, search), ...others.entries],
    [entries, sessions, search, others.entries],
  );
  const groups = [...new Set(found.map(({ group }) => group))];
  const { getInputProps, getMenuProps, getItemProps } = useList(found, search, onChoose);
  // Downshift’s own change comes too late for a cursor that stands in the middle.
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => setSearch(currentTarget.value);
  return (
    <>
      <input
        {...getInputProps({
          className: styles.search,
          placeholder: SOUGHT,
          'aria-label': SOUGHT,
          onChange,
          onKeyDown: closesOnEscape,
        })}
      />
      <div {...getMenuProps({ className: styles.found, 'aria-label': 'Found' })}>
        {groups.map((group) => (
          <div key={group} role="group" aria-label={group}>
            <p className={styles.group} aria-hidden="true">
              {group}
            </p>
            {found.map(
              (entry, index) =>
                entry.group === group && (
                  <div key={entry.id} {...getItemProps({ item: entry, index, className: styles.entry })}>
                    <EntryText entry={entry} />
                  </div>
                ),
            )}
          </div>
        ))}
      </div>
      {found.length === 0 && !others.searchAgain && (
        <p className={styles.nothing} role="status">
          {others.searching ? 'Searching…' : 'Nothing found.'}
        </p>
      )}
      {others.searchAgain && <SearchFailed onTryAgain={others.searchAgain} />}
    </>
  );
}

/** The field, and the list of what was found, from which keys or a pointer choose. */
function useList(found: Entry[], search: string, onChoose: (choice: Choice) => void) {
  const combobox = useCombobox({
    items: found,
    isOpen: true,
    inputValue: search,
    defaultHighlightedIndex: 0,
    itemToString: (entry) => entry?.label ?? '',
    stateReducer: keepHighlight,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem.choice),
  });
  useKeptHighlight({ found, ...combobox });
  return combobox;
}

/**
 * Something is always highlighted, also where Enter came before anything was found. Leaving the field chooses nothing,
 * and a pointer that rests where the list was leaves the highlight where it is.
 */
function keepHighlight(
  state: UseComboboxState<Entry>,
  { type, changes }: UseComboboxStateChangeOptions<Entry>,
): Partial<UseComboboxState<Entry>> {
  const { InputBlur, MenuMouseLeave } = useCombobox.stateChangeTypes;
  if (type === InputBlur || type === MenuMouseLeave) return state;
  return { ...changes, highlightedIndex: Math.max(0, changes.highlightedIndex ?? 0) };
}

function SearchFailed({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <div className={`${spreadStyles.spread} ${styles.failed}`}>
      <Problem role="alert">Orders that are not on the board could not be searched.</Problem>
      <Button
        onClick={({ currentTarget }) => {
          currentTarget.closest('dialog')?.querySelector('input')?.focus();
          onTryAgain();
        }}
      >
        Try again
      </Button>
    </div>
  );
}

/** Leaves Escape to the dialog, where Downshift would only close the list. */
function closesOnEscape({ key, nativeEvent }: KeyboardEvent): void {
  if (key === 'Escape') Object.assign(nativeEvent, { preventDownshiftDefault: true });
}

function FinderDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useModal();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press on the backdrop closes, as Escape does
    <dialog
      ref={dialog}
      className={`${modalStyles.modal} ${styles.palette}`}
      data-keeps-focus
      tabIndex={-1}
      aria-label="Find"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
    </dialog>
  );
}

function EntryText({ entry: { label, detail } }: { entry: Entry }) {
  return (
    <>
      <bdi className={styles.label}>{label}</bdi>
      {detail && <bdi className={styles.detail}>{detail}</bdi>}
    </>
  );
}
