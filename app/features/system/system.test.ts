import { describe, expect, it } from 'vitest';
import { describeIssues } from '#app/features/orders/ingest/order-payload-values.ts';
import { parseOrder } from '#app/features/orders/ingest/parse-order.ts';
import { readDeadNote, exceptionKind, summarisePayload } from './system.ts';

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

describe('why something failed permanently', () => {
  it('is named by a reason and the fields of the message, and never in the words of a library', () => {
    expect(
      readDeadNote('unreadable: line_items.0.price must be a decimal; currency must be in USD; currency x'),
    ).toEqual({
      reason: 'unreadable',
      fields: ['line_items.0.price', 'currency'],
    });
    expect(readDeadNote('not a hold')).toEqual({ reason: 'strange', fields: [] });
    expect(readDeadNote('connection lost')).toEqual({ reason: 'failed', fields: [] });
    expect(readDeadNote(null)).toEqual({ reason: 'unknown', fields: [] });
    const unreadable = parseOrder({ currency: 'USD', total_price: {}, line_items: 'none' });
    const words = unreadable.ok ? '' : describeIssues(unreadable.refusal);
    expect(readDeadNote(words).fields).toEqual(expect.arrayContaining(['total_price', 'line_items']));
    expect(words).not.toMatch(/expected|invalid/i);
  });
});
