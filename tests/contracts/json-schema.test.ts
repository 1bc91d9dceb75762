import { describe, expect, it } from 'vitest';
import { checkSchema } from './json-schema.ts';
import type { Rules, Schema } from './json-schema.ts';

const definitions: Record<string, Schema> = { '#/name': { type: 'string', maxLength: 3 } };
const rules: Rules = { fromText: false, resolve: (reference) => definitions[reference] ?? {} };
const check = (schema: Schema, value: unknown, fromText = false): string[] =>
  checkSchema(schema, value, { ...rules, fromText });

describe('the check against a schema', () => {
  it('says what an object lacks and must not have, and where', () => {
    const schema = {
      type: 'object',
      required: ['amount'],
      additionalProperties: false,
      properties: { amount: { type: 'integer', minimum: 1 }, to: { $ref: '#/name' } },
    };
    expect(check(schema, { amount: 1, to: 'abc' })).toEqual([]);
    expect(check(schema, {})).toEqual(['/ lacks amount']);
    expect(check(schema, { amount: 1, from: 'x' })).toEqual(['/ must not have from']);
    expect(check(schema, { amount: 0, to: 'abcd' })).toEqual(['/amount is less than 1', '/to is longer than 3']);
    expect(check(schema, { amount: 1.5 })).toEqual(['/amount must be integer']);
    expect(check(schema, [])).toEqual(['/ must be object']);
  });

  it('takes numbers and flags from texts in forms only', () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'boolean' } } };
    expect(check(schema, { a: '12', b: 'true' }, true)).toEqual([]);
    expect(check(schema, { a: '12.5', b: 'yes' }, true)).toEqual(['/a must be integer', '/b must be boolean']);
    expect(check(schema, { a: '12' })).toEqual(['/a must be integer']);
  });

  it('knows alternatives, choices, nullable values and lists', () => {
    const schema = { anyOf: [{ type: 'integer' }, { type: 'object', required: ['id'] }], nullable: true };
    expect([check(schema, 5), check(schema, { id: 1 }), check(schema, null)]).toEqual([[], [], []]);
    expect(check(schema, 'x')).toEqual(['/ must be integer']);
    expect(check({ enum: ['a', 'b'] }, 'c')).toEqual(['/ must be one of a, b']);
    expect(check({ const: 'a' }, 'b')).toEqual(['/ must be a']);
    const list = { type: 'array', maxItems: 2, items: { type: 'string', pattern: '^[a-z]+$' } };
    expect(check(list, ['a', 'B', 'c'])).toEqual([' has more than 2', '/1 does not match ^[a-z]+$']);
    expect(check({ format: 'date-time' }, 'soon')).toEqual([' is no moment']);
    expect(check({ additionalProperties: { type: ['string', 'null'] } }, { a: 'x', b: null, c: 1 })).toEqual([
      '/c must be string or null',
    ]);
  });
});
