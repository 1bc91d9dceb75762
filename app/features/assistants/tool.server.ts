import { z } from 'zod';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import { AppError, invalidInput, type Refusal } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { can, permissionRefusal, scopeOfCall, type KeyScope, type Viewer } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';

/** What a tool does to the world, as assistants are told before they call it. */
export type Effect = 'reads' | 'adds' | 'changes';

export type Tool = {
  name: string;
  title: string;
  description: string;
  effect: Effect;
  /** Whether a repetition with the same arguments changes nothing more. */
  isRepeatable: boolean;
  /** Whose keys have it; undefined for those of vendors and of the marketplace alike. */
  audience?: 'vendor' | 'marketplace';
  /** The call of the API that it is like: its permission, scope and limit hold here too. Null is for every key. */
  like: Pick<AnyEndpoint, 'name' | 'access' | 'limit'> | null;
  input: z.ZodType;
  run: (ctx: Ctx, input: unknown) => Promise<object>;
};

/** Declares a tool; its `run` gets what its schema made of the arguments. */
export function defineTool<Input extends z.ZodType>(
  tool: Omit<Tool, 'input' | 'run'> & { input: Input; run: (ctx: Ctx, input: z.output<Input>) => Promise<object> },
): Tool {
  return { ...tool, run: (ctx, input) => tool.run(ctx, input as z.output<Input>) };
}

/** A tool that reads, with what all of them have in common. */
export const defineReading = <Input extends z.ZodType>(
  tool: Omit<Parameters<typeof defineTool<Input>>[0], 'effect' | 'isRepeatable'>,
): Tool => defineTool<Input>({ ...tool, effect: 'reads', isRepeatable: true });

/** What a tool could not do, though it was called as it should be: told as a failure, each with its reason. */
export class ToolFailure extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    super('a tool could not do what it was asked for');
    this.name = 'ToolFailure';
    this.refusals = refusals;
  }
}

/** The scope that a key needs for a tool; undefined for one that every key may call. */
export function findScope({ like }: Pick<Tool, 'like'>): KeyScope | undefined {
  return like?.access.kind === 'vendor' || like?.access.kind === 'admin' ? scopeOfCall(like.access) : undefined;
}

/** Whether a tool is one of a viewer's kind: a vendor's, or the marketplace's. */
export const isFor = ({ vendorScope }: Viewer, { audience }: Tool): boolean =>
  audience === undefined || (audience === 'marketplace') === (vendorScope === '*');

/** Whether a viewer is told of a tool. One whose permission a missing membership withholds is listed, and refused when it is called. */
export function isListed(viewer: Viewer, tool: Tool): boolean {
  const scope = findScope(tool);
  if (!isFor(viewer, tool)) return false;
  return scope === undefined || viewer.scopes?.has(scope) === true;
}

/** Refuses (403) a key without a tool's scope or permission, and (429) one that calls it more often than the API is called. */
export async function requireTool(ctx: Ctx, tool: Tool): Promise<void> {
  const { viewer } = ctx;
  const scope = findScope(tool);
  if (scope !== undefined && !viewer.scopes?.has(scope)) throw new AppError('missing_scope', { scope });
  const access = tool.like?.access;
  const permission = access?.kind === 'vendor' ? access.permission : access && 'switch_vendor';
  if (permission && !can(viewer, permission)) throw permissionRefusal(viewer, permission);
  const { name, limit } = tool.like ?? {};
  if (limit) await ctx.limits.hit(`${name}|${viewer.store.id}|${viewer.actor.id}`, limit.perMinute, 60);
}

/** Reads what is sent by a schema. Throws invalid_input (422) that names each field and its rule. */
export function readInput<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const read = schema.safeParse(sent);
  if (!read.success) throw invalidInput(toIssues(read.error));
  return read.data;
}
