import { describe, expect, it } from 'vitest';
import { exceptionKind, summarisePayload } from './system.ts';

describe('the summary of a payload', () => {
  it('names number, states and counts, and nothing of a person', () => {
    const facts = summarisePayload({
      id: 42,
      name: '#1001',
      email: 'ann@example.test',
      financial_status: 'paid',
      customer: { first_name: 'Ann' },
      line_items: [{}, {}],
    });
    expect(facts).toEqual([
      { field: 'name', value: '#1001' },
      { field: 'id', value: '42' },
      { field: 'financial_status', value: 'paid' },
      { field: 'line_items', value: '2' },
    ]);
  });

  it('leaves out a name that is not an order number', () => {
    expect(summarisePayload({ name: 'Ann Vale' })).toEqual([]);
  });

  it('has nothing to say of what is no object', () => {
    expect([summarisePayload(null), summarisePayload('text')]).toEqual([[], []]);
  });
});

describe('the kind of an exception', () => {
  it('is other where nobody knows it', () => {
    expect([exceptionKind('refund_refused'), exceptionKind('new_kind')]).toEqual(['refund_refused', 'other']);
  });
});
