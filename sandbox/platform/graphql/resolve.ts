import { getNullableType, GraphQLError, isEnumType } from 'graphql';
import type { GraphQLFieldResolver } from 'graphql';
import { Refusal } from '../../core/kernel.ts';
import type { View } from './context.ts';

/** Reads a view; a field the view does not have is an error by name, so that nothing is silently null. */
export const resolveField: GraphQLFieldResolver<unknown, unknown> = (source, args, _context, info) => {
  const view = source as View;
  if (!(info.fieldName in view)) {
    const isRoot = info.path.prev === undefined;
    throw new GraphQLError(
      `not implemented in the sandbox: ${isRoot ? '' : `${info.parentType.name}.`}${info.fieldName}`,
    );
  }
  const value = view[info.fieldName];
  try {
    const resolved: unknown = typeof value === 'function' ? (value as (args: unknown) => unknown)(args) : value;
    const type = getNullableType(info.returnType);
    // The shop's refusals have more codes than each payload's own list: an unknown one becomes the list's general one.
    if (info.fieldName === 'code' && isEnumType(type) && typeof resolved === 'string' && !type.getValue(resolved))
      return ['INVALID', 'INVALID_INPUT', 'GENERIC_ERROR'].find((general) => type.getValue(general)) ?? null;
    return resolved;
  } catch (error) {
    if (error instanceof Refusal) throw new GraphQLError(error.message, { extensions: { code: error.code } });
    throw error;
  }
};
