import { describe, expect, it } from 'vitest';
import { RETURN_STATUSES } from '#app/features/orders/returns/order-return.ts';
import { listReturnCommands, RETURN_COMMANDS, STATUS_AFTER } from './return-commands.ts';

const waiting = [{ quantity: 2, received: 0 }];
const partly = [{ quantity: 2, received: 1 }];
const arrived = [{ quantity: 2, received: 2 }];

describe('what can be done with a return', () => {
  it.each([
    ['requested', waiting, ['approve', 'decline']],
    ['open', waiting, ['receive', 'close', 'cancel']],
    ['open', partly, ['receive', 'close']],
    ['open', arrived, ['close']],
    ['closed', arrived, []],
    ['closed', waiting, []],
    ['declined', waiting, []],
    ['cancelled', waiting, []],
  ] as const)('is, when it is %s, just what its status allows', (status, lines, commands) => {
    expect(listReturnCommands({ status, lines })).toEqual(commands);
  });

  it('covers every status with every command, and each command leads to a status that was not left by it', () => {
    for (const status of RETURN_STATUSES) {
      for (const command of RETURN_COMMANDS) {
        const allowed = [waiting, partly, arrived].some((lines) =>
          listReturnCommands({ status, lines }).includes(command),
        );
        const expected =
          (status === 'requested' && (command === 'approve' || command === 'decline')) ||
          (status === 'open' && (command === 'receive' || command === 'close' || command === 'cancel'));
        expect([status, command, allowed]).toEqual([status, command, expected]);
        if (allowed && command !== 'receive') expect(STATUS_AFTER[command]).not.toBe(status);
      }
    }
  });
});
