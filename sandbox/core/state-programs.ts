/** What programs outside were told, by their hosts. Times are ISO strings of the sandbox's clock. */
export type ProgramsState = Record<string, Program>;

export type Program = {
  /** What signs its messages (`whsec_…`); missing until somebody enters it. */
  secret?: string;
  /** The newest last. */
  received: ReceivedMessage[];
  /** Files that it hands out at `/feeds/<name>`, by their names. */
  feeds?: Record<string, Feed>;
};

/** A file, in base64, and who may fetch it (anybody where no name is set). */
export type Feed = { base64: string; username: string; password: string };

export type ReceivedMessage = {
  id: string;
  type: string;
  sequence: number | null;
  at: string;
  body: string;
  /** Whether its signature is right; `unknown` without a secret. */
  signature: 'right' | 'wrong' | 'unknown';
};
