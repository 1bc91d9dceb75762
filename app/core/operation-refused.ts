/**
 * An operation of ours that a store will not run: it is not valid there, or the store has not granted what it needs. Nothing was done,
 * and asking once more changes nothing.
 */
export class OperationRefused extends Error {
  override name = 'OperationRefused';
  readonly isAccessDenied: boolean;
  /** What the store said, without words of ours. */
  readonly detail: string;

  constructor(detail: string, o: { isAccessDenied: boolean; cause?: unknown }) {
    super(`The platform refused an operation of ours: ${detail}`, { cause: o.cause });
    this.isAccessDenied = o.isAccessDenied;
    this.detail = detail;
  }
}
