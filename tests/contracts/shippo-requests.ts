import { expect, test } from 'vitest';
import { program } from '#tests/support/program.ts';
import { CONTRACTS_FOLDER, openShippoContract } from './provider-contracts.ts';

/**
 * The last test of a file: what its program asked of Shippo, `operations` among it, is valid by the published contract. Says so
 * where the contract is not there.
 */
export async function testShippoRequests(...operations: string[]): Promise<void> {
  const contract = await openShippoContract();
  if (!contract) console.warn(`NOT CHECKED: the published contract of Shippo is not at ${CONTRACTS_FOLDER}.`);
  test.skipIf(!contract)('every request of all the tests above is valid by Shippo’s published contract', () => {
    const sent = program().sandbox?.sandbox.log.list('shippo') ?? [];
    const problems = sent.flatMap((entry) =>
      (contract?.requestProblems(entry) ?? ['no contract knows it']).map((one) => `${entry.operation ?? ''}: ${one}`),
    );
    expect(sent.map(({ operation }) => operation)).toEqual(expect.arrayContaining(operations));
    expect(problems).toEqual([]);
  });
}
