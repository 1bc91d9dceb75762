import { Socket } from 'node:net';

/**
 * A socket that sends what is written within one turn of the program in one piece. Each piece wakes the process at the other
 * end by itself, and waits for it: a transaction of one statement is three messages, and most of what such a call cost was
 * sending them one by one.
 */
export class GatheringSocket extends Socket {
  #gathers = false;

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    if (!this.#gathers) {
      this.#gathers = true;
      this.cork();
      process.nextTick(() => {
        this.#gathers = false;
        this.uncork();
      });
    }
    return (super.write as (...given: unknown[]) => boolean)(chunk, ...rest);
  }
}
