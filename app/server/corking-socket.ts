import { Socket } from 'node:net';

/**
 * A socket that sends what is written within one turn of the program in one piece: a transaction of one statement is three
 * messages to the database, and each that is sent by itself wakes its process by itself.
 */
export class CorkingSocket extends Socket {
  #gathers = false;

  /** Node gives a socket that connects its plain `write` as a property of its own, which would hide the one below. */
  override connect(...given: unknown[]): this {
    (super.connect as (...given: unknown[]) => unknown)(...given);
    Reflect.deleteProperty(this, 'write');
    return this;
  }

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
