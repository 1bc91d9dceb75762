import { Refusal } from '../core/kernel.ts';
import { parseMinor } from '../core/money.ts';

export type Body = Record<string, unknown>;

/** Reads one field of a control call; refuses another type by name. */
export function readText(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.length > 10_000) throw new Refusal(`${name} must be a text.`, [name]);
  return value;
}

export function requireText(body: Body, name: string): string {
  const value = readText(body, name);
  if (value === undefined || value === '') throw new Refusal(`${name} is required.`, [name]);
  return value;
}

export function readNumber(body: Body, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Refusal(`${name} must be a number.`, [name]);
  return value;
}

export function readFlag(body: Body, name: string): boolean | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw new Refusal(`${name} must be true or false.`, [name]);
  return value;
}

export function readList(body: Body, name: string): unknown[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new Refusal(`${name} must be a list.`, [name]);
  return value as unknown[];
}

export function readObject(value: unknown, name: string): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(`${name} must be an object.`, [name]);
  return value as Body;
}

export function readOneOf<T extends string>(body: Body, name: string, allowed: readonly T[]): T | undefined {
  const value = readText(body, name);
  if (value === undefined) return undefined;
  const found = allowed.find((candidate) => candidate === value);
  if (!found) throw new Refusal(`${name} must be one of ${allowed.join(', ')}.`, [name]);
  return found;
}

/** A decimal string or number of a currency, in minor units. */
export function readAmountField(body: Body, name: string, currency: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  const minor = typeof value === 'string' || typeof value === 'number' ? parseMinor(value, currency) : null;
  if (minor === null) throw new Refusal(`${name} must be an amount of ${currency}.`, [name]);
  return minor;
}
