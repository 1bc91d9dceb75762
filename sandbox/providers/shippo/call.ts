import type { z } from 'zod';
import type { Sandbox } from '../../core/kernel.ts';
import { json, readJson } from '../../core/router.ts';
import type { SandboxRequest, SandboxResponse } from '../../core/router.ts';

export type ShippoCall = { sandbox: Sandbox; request: SandboxRequest; isTest: boolean; path: Record<string, string> };
export type ShippoOperation = {
  method: 'GET' | 'POST' | 'DELETE';
  pattern: string;
  name: string;
  run: (call: ShippoCall) => SandboxResponse | Invalid;
};

/** A body that Shippo refuses, by the fields at fault. */
export class Invalid {
  readonly fields: Record<string, string[]>;
  constructor(fields: Record<string, string[]>) {
    this.fields = fields;
  }
}

export const notFound = (): SandboxResponse => json(404, { detail: 'Not found.' });
export const page = (results: unknown[]): SandboxResponse => json(200, { results });

export function readBody<T extends z.ZodType>(request: SandboxRequest, schema: T): z.infer<T> | Invalid {
  const parsed = schema.safeParse(readJson(request));
  if (parsed.success) return parsed.data;
  return new Invalid(
    Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [path.map(String).join('.') || 'body', [message]]),
    ),
  );
}
