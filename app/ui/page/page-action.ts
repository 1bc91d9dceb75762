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
