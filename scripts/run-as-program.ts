import { spawn } from 'node:child_process';
import { at } from './paths.ts';

/** Runs one of our scripts to its end in the environment of the program. Throws with what it wrote when it fails. */
export function runAsProgram(script: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [at(script), ...args], { cwd: at(), env: { ...process.env, ...env } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${script} failed:\n${said.slice(-3000)}`));
    });
  });
}
