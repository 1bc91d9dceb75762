import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NAMED_FIELDS, readOutcome } from './outcome.ts';

const read = (query: string) => readOutcome(new URLSearchParams(query));

it('outcome of the contact form: says what the API wrote into the address', () => {
  expect(read('outcome=sent')).toEqual({ outcome: 'sent', fields: [] });
  expect(read('outcome=invalid_input&field=email&field=body')).toEqual({
    outcome: 'invalid',
    fields: ['email', 'body'],
  });
  expect(read('outcome=rate_limited').outcome).toBe('too_often');
});

it('outcome of the contact form: says nothing that anybody else wrote there', () => {
  expect(read('').outcome).toBe('failed');
  expect(read('outcome=constructor').outcome).toBe('failed');
  fc.assert(
    fc.property(fc.string(), fc.string(), (outcome, field) => {
      const { fields } = readOutcome(new URLSearchParams({ outcome, field }));
      expect(fields.every((one) => NAMED_FIELDS.includes(one))).toBe(true);
    }),
  );
});
