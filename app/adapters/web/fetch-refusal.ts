import type { FetchProblem } from '#app/core/fetched-file.ts';

/** Why a file was not fetched. */
export class FetchRefusal extends Error {
  override name = 'FetchRefusal';
  readonly kind: FetchProblem;

  constructor(kind: FetchProblem, cause?: unknown) {
    super(`A file was not fetched: ${kind}`, { cause });
    this.kind = kind;
  }
}
