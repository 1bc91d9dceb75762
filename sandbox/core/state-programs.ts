/** What programs outside were told, by their hosts. Times are ISO strings of the sandbox's clock. */
export type ProgramsState = Record<string, Program>;

export type Program = {
  /** What signs its messages (`whsec_…`); missing until somebody enters it. */
  secret?: string;
  /** The newest last. */
  received: ReceivedMessage[];
};

export type ReceivedMessage = {
  id: string;
  type: string;
  sequence: number | null;
  at: string;
  body: string;
  /** Whether its signature is right; `unknown` without a secret. */
  signature: 'right' | 'wrong' | 'unknown';
};
