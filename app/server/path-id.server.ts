import { AppError } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';

/** The id in a screen's address. What is no id is nobody's record: `not_found`, as the id of another vendor's. */
export function parsePathId(text: string | undefined): bigint {
  const id = idSchema.safeParse(text);
  if (!id.success) throw new AppError('not_found');
  return id.data;
}
