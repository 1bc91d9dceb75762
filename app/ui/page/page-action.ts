/** Several actions of a kind behind one button: "Export". */
export type PageMenu = { label: string; actions: readonly PageAction[] };

/** A button of a page, a card or a list: a verb with its size ("Fulfill 3 items"), and either an address or what it does. */
export type PageAction = {
  label: string;
  /** A place behind the present layout (`/orders/12`) or a whole address. */
  url?: string;
  onAction?: () => void;
  /** Opens in a new tab (documents, downloads). */
  external?: boolean;
  destructive?: boolean;
  disabled?: boolean;
  /** Says beside the disabled button why it is. */
  disabledReason?: string;
  loading?: boolean;
  /** Not filled, although it stands where the primary action stands. */
  plain?: boolean;
};

type Arranged = {
  secondaryActions?: readonly PageAction[] | undefined;
  menus?: readonly PageMenu[] | undefined;
};

/** How many actions stand beside the primary one; those after them are behind "More actions". */
const MAX_BESIDE = 2;

/** The buttons of a page and its menus; what would be alone in a menu stands by itself, and the last menu is what is left over. */
export function arrangeActions(
  { secondaryActions = [], menus = [] }: Arranged,
  moreLabel: string,
): { buttons: PageAction[]; menus: PageMenu[] } {
  const single = [...secondaryActions, ...menus.flatMap(({ actions }) => (actions.length === 1 ? actions : []))];
  const rest = single.slice(MAX_BESIDE);
  return {
    buttons: single.slice(0, MAX_BESIDE),
    menus: [
      ...menus.filter(({ actions }) => actions.length > 1),
      ...(rest.length > 0 ? [{ label: moreLabel, actions: rest }] : []),
    ],
  };
}
