import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CorkingSocket } from './corking-socket.ts';

const server = createServer();
let ours: CorkingSocket;
let theirs: Socket;
let pieces: string[];

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ours = new CorkingSocket();
  ours.setNoDelay(true);
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  ours.connect((server.address() as AddressInfo).port, '127.0.0.1');
  const connected = once(ours, 'connect');
  [theirs] = await accepted;
  await connected;
  pieces = [];
  theirs.on('data', (piece: Buffer) => pieces.push(piece.toString()));
});
afterEach(() => {
  ours.destroy();
  server.close();
});

it('corking socket: sends what is written within one turn in one piece, in its order', async () => {
  ours.write('one ');
  ours.write(Buffer.from('two '));
  // Neither has gone to the system yet.
  expect(ours.writableCorked).toBe(1);
  await Promise.resolve().then(() => ours.write('three'));
  await once(theirs, 'data');
  expect(pieces).toEqual(['one two three']);
});

it('corking socket: sends what is written later by itself', async () => {
  ours.write('one');
  await once(theirs, 'data');
  ours.write('two');
  await once(theirs, 'data');
  expect(pieces).toEqual(['one', 'two']);
});

it('corking socket: keeps nothing back when it ends', async () => {
  ours.write('last ');
  ours.end('words');
  await once(theirs, 'end');
  expect(pieces.join('')).toBe('last words');
});
