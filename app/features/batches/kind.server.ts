import type { z } from 'zod';
import type { AppError, ReasonCode } from '#app/core/errors.ts';
import type { Permission } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';

/** What one item of a batch is about: a thing by its id, or a part of one (0 is the whole), and what was said of it alone. */
export type ItemAbout<Item> = { subjectId: bigint; partId: bigint; input: Item };

/**
 * One kind of work on many things at once. The machine of this feature plans it, runs it in lanes and reports it; what is
 * done to one item, and what that needs, is the kind's. Inputs are kept as JSON and read again by their schemas.
 */
export type BatchKind<Input, Item> = {
  /** By which its rows are known, as `feature.act`; it never changes. */
  readonly name: string;
  readonly input: z.ZodType<Input>;
  readonly item: z.ZodType<Item>;
  /** Why what needs its end is refused while it runs. */
  readonly whileRunning: ReasonCode;
  /** Why an item is not done whose batch somebody stopped; a kind without it is never stopped. */
  readonly whenStopped?: ReasonCode;
  /** What somebody needs who asks for it, asked when it begins and again before each step. */
  permissions(input: Input): readonly Permission[];
  /**
   * Does one item as the viewer of the context. What throws is a refusal, but for what may be over in a moment. An item that was
   * begun before may be half done, or done.
   */
  run(ctx: Ctx, input: Input, item: ItemAbout<Item> & { wasStarted: boolean; batchId: bigint }): Promise<void>;
  /** Whether the refusal of an item that was begun before says that this beginning has done it. */
  wasDone?(input: Input, error: AppError): boolean;
  /** Whether an item is refused only because another's turn has to end first, which is waited for. */
  waitsForTurn?(error: AppError): boolean;
};

/** A kind as the machine sees it, which knows nothing of its inputs. */
export type AnyKind = BatchKind<unknown, unknown>;
