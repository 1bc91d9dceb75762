import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import type { ImportDto } from '../product-import.contract.ts';
import { ResultScreen } from './result-screen.tsx';

const found = (more: Partial<ImportDto>): ImportDto => ({
  id: '7',
  filename: 'spring.csv',
  state: 'done',
  rows: 24,
  createdBy: 'Ada',
  createdAt: '2026-11-20T10:00:00Z',
  startedAt: '2026-11-20T10:01:00Z',
  created: 20,
  updated: 0,
  unchanged: 0,
  failed: 0,
  stopped: 0,
  refusedRows: 0,
  failedRows: 0,
  undone: null,
  undoUntil: null,
  encoding: 'UTF-8',
  headers: ['sku'],
  preview: [],
  mapping: { columns: ['sku'], optionNames: [], decimalSign: null },
  automatic: { columns: ['sku'], optionNames: [], decimalSign: null },
  template: null,
  allowsIncomplete: false,
  format: 'own',
  vendor: null,
  batch: null,
  issues: [],
  failures: [],
  undo: null,
  ...more,
});

test('an import that runs is stopped, one that was stopped says what is left and goes on, and one that is done offers neither', () => {
  const { unmount } = renderScreen(<ResultScreen found={found({ state: 'running' })} />);
  expect(screen.getByRole('button', { name: 'Stop import' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Continue import' })).toBeNull();
  unmount();
  const stopped = renderScreen(<ResultScreen found={found({ state: 'stopped', stopped: 4 })} />);
  expect(screen.getByText('Stopped. 4 products were not imported.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Continue import' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Stop import' })).toBeNull();
  stopped.unmount();
  renderScreen(<ResultScreen found={found({})} />);
  expect(screen.getByText('The import is finished.')).toBeDefined();
  for (const name of ['Stop import', 'Continue import']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('an import that can be undone says until when, and one that was undone what stays and why', () => {
  const { unmount } = renderScreen(<ResultScreen found={found({ undoUntil: '2026-12-20T10:01:00Z' })} />);
  expect(screen.getByText(/^You can undo this import until .*20 Dec/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Undo import' })).toBeDefined();
  unmount();
  const undo = {
    state: 'done' as const,
    at: '2026-11-20T11:00:00Z',
    by: 'Ada',
    done: 2,
    total: 2,
    failed: 0,
    products: [
      {
        title: 'A bowl',
        productId: '12',
        outcome: 'partly' as const,
        kept: [{ field: 'price' as const, variant: 'Red', reason: 'changed' as const }],
      },
    ],
    failures: [],
  };
  const undone = { restored: 1, archived: 0, kept: 1 };
  renderScreen(<ResultScreen found={found({ state: 'undone', undone, undo })} />);
  expect(screen.getByText('The import is undone. Some things stay as they are.')).toBeDefined();
  expect(screen.getByText('Red · Price · Changed after the import')).toBeDefined();
  expect(screen.queryByText(/You can undo/)).toBeNull();
});
