import { describe, expect, it } from 'vitest';
import { describeExample, wrapSource, writeVariable } from './template-source.ts';

describe('the source of a template', () => {
  it('stands with one block a line, and breaks nothing between words', () => {
    const source = '<h1>Order {{ params.number }}</h1><p>{% if params.paid %}Paid{% endif %}, thanks</p>';
    expect(wrapSource(source)).toBe(
      '<h1>Order {{ params.number }}</h1>\n<p>{% if params.paid %}Paid{% endif %}, thanks</p>',
    );
  });

  it('that has its lines already stays as it is', () => {
    const source = '<p>One</p>\n<p>Two</p>\n';
    expect(wrapSource(source)).toBe(source);
    expect(wrapSource(wrapSource('<p>a</p><p>b</p>'))).toBe(wrapSource('<p>a</p><p>b</p>'));
  });
});

describe('a variable of a template', () => {
  it('is described by its value, and a list by what its entries hold, never by JSON', () => {
    expect(describeExample('#1042')).toEqual({ text: '#1042' });
    expect(describeExample([{ title: 'Mug', total: '€48' }])).toEqual({ text: '', names: ['title', 'total'] });
    expect(describeExample(null)).toEqual({ text: '' });
  });

  it('is written as its value, or as a loop over a list', () => {
    expect(writeVariable({ name: 'number', example: '#1' })).toBe('{{ params.number }}');
    expect(writeVariable({ name: 'lines', example: [{ title: 'Mug' }] })).toBe(
      '{% for one in params.lines %}{{ one.title }} {% endfor %}',
    );
    expect(writeVariable({ name: 'address', example: { city: 'Oslo' } })).toBe('{{ params.address.city }}');
  });
});
