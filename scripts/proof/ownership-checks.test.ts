import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { findChecks, withSwitches } from './ownership-checks.ts';
import { at } from '../paths.ts';

const SAMPLE = `
const FIXED = 'SELECT 1 FROM t WHERE t.store_id = $1';
export async function one(ctx, tx, orderId, n) {
  const rows = await ctx.db.fast(scopeOf(ctx.viewer), () => tx.query('SELECT "a" FROM t WHERE store_id = $1 AND id = $2', [1]));
  const filter = scopedSql(tx.scope, 'v', 2);
  const where = { ...scoped(tx.scope), id: 1 };
  tx.query(\`UPDATE t SET vendor_id = $3 WHERE t.store_id = $1 AND t.vendor_id = $\${n}\`);
  tx.query(\`SELECT 1 FROM f WHERE f.vendor_id = v.vendor_id AND \${filter.text}\`);
  if (rows.length === 0) throw new AppError('not_found');
  if (rows.length > 9) throw new AppError('conflict');
  await requirePart(tx, orderId);
  const kept = await requirePart(tx, orderId);
  if (ctx.viewer.vendorScope !== '*' || tx.scope.vendor === '*') return can(ctx.viewer, 'write_orders');
  return rows.filter((row) => row.vendorId === part.vendorId && row.vendorId !== null && String(part.vendorId) === kept);
}
`;

describe('the scanner of ownership checks', () => {
  it('finds every form of a check, and nothing that is none', () => {
    expect(findChecks(SAMPLE, 'sample.ts').map(({ kind, text }) => [kind, text])).toEqual([
      ['condition', 't.store_id = $1'],
      ['scope', 'scopeOf(ctx.viewer)'],
      ['condition', 'store_id = $1'],
      ['filter', "scopedSql(tx.scope, 'v', 2)"],
      ['filter', 'scoped(tx.scope)'],
      ['condition', 't.store_id = $1'],
      ['condition', 't.vendor_id = $${n}'],
      ['condition', 'f.vendor_id = v.vendor_id'],
      ['refusal', 'rows.length === 0'],
      ['demand', 'await requirePart(tx, orderId);'],
      ['view', "ctx.viewer.vendorScope !== '*'"],
      ['view', "tx.scope.vendor === '*'"],
      ['permission', "can(ctx.viewer, 'write_orders')"],
      ['match', 'row.vendorId === part.vendorId'],
      ['match', 'String(part.vendorId) === kept'],
    ]);
    expect(findChecks(SAMPLE, 'sample.ts').filter(({ isFixed }) => isFixed)).toHaveLength(1);
    expect(new Set(findChecks(SAMPLE, 'sample.ts').map(({ inside }) => inside))).toEqual(new Set(['FIXED', 'one']));
  });

  it('takes one away at a time, and leaves what it does not take as it was', () => {
    const source = `
      const can = (): boolean => false;
      const tx = { scope: { storeId: 7, vendor: 3 as 3 | '*' } };
      const rows = [{ vendorId: 1 }, { vendorId: 2 }];
      const part = { vendorId: 2 };
      export const run = () => [
        can(tx, 'write_orders'),
        rows.filter((row) => row.vendorId === part.vendorId).length,
        'SELECT "x" WHERE store_id = $1 AND id = $2',
        \`WHERE v.vendor_id = \${(() => '$1')()}\`,
      ];
    `;
    const module = { exports: {} as { run: () => unknown[] } };
    const code = ts.transpile(withSwitches(source, 'a.ts'), {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
    });
    // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- The switched source has to run to be tested.
    new Function('exports', code)(module.exports);
    const run = (without?: string) => {
      (globalThis as { soukWithout?: string | undefined }).soukWithout = without;
      return module.exports.run();
    };
    const whole = [false, 1, 'SELECT "x" WHERE store_id = $1 AND id = $2', 'WHERE v.vendor_id = $1'];
    expect(run()).toEqual(whole);
    expect(run('a.ts#0')).toEqual([true, ...whole.slice(1)]);
    expect(run('a.ts#1')).toEqual([false, 2, ...whole.slice(2)]);
    expect(run('a.ts#2')[2]).toBe('SELECT "x" WHERE $1::bigint IS NOT NULL AND id = $2');
    expect(run('none')).toEqual(whole);
    run();
  });

  it('finds many in the program', () => {
    const paths = ['orders.repo', 'read-models/order-list.repo'].map((name) => `app/features/orders/${name}.server.ts`);
    const found = paths.flatMap((path) => findChecks(readFileSync(at(path), 'utf8'), path));
    expect(found.length).toBeGreaterThan(10);
  });
});
