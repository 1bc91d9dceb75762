import { realMs } from '../core/clock.ts';
import type { Fault, Sandbox } from '../core/kernel.ts';
import type { SandboxRequest, SandboxResponse } from '../core/router.ts';

/** An answer, and what the stand-in thinks of the request: `ok`, `violates: …` or `throttled`. */
export type Answered = { response: SandboxResponse; contract: string };

export type ProviderCall = {
  /** Where faults and the log look: `stripe` or `paypal`. */
  target: string;
  /** Such as `transfers.create`; null for an address that the provider does not have. */
  operation: string | null;
  run: () => Answered;
  /** The answer of a fault `error` or `throttle`. */
  struck: (fault: Fault) => SandboxResponse;
};

/** Carries one request to a provider through the faults that are on, and notes it. */
export async function serveCall(
  sandbox: Sandbox,
  request: SandboxRequest,
  call: ProviderCall,
): Promise<SandboxResponse> {
  const started = realMs();
  const { response, contract } = await runUnderFaults(sandbox, call);
  sandbox.log.add({
    at: sandbox.clock.iso(),
    target: call.target,
    method: request.method,
    path: `${request.host}${request.url.pathname}${request.url.search}`,
    operation: call.operation,
    body: request.body.toString('utf8'),
    status: response.status,
    durationMs: Math.round(realMs() - started),
    contract,
  });
  sandbox.save();
  return response;
}

/** `drop` and `timeout`: nothing is done and nothing answered; `drop_response`: the work is done, its answer is lost. */
async function runUnderFaults(sandbox: Sandbox, call: ProviderCall): Promise<Answered> {
  const kinds = ['error', 'timeout', 'drop_response', 'throttle', 'delay', 'drop'] as const;
  const fault = sandbox.faults.take(call.target, call.operation === null ? [] : [call.operation], kinds);
  if (fault?.kind === 'error') return { response: call.struck(fault), contract: 'ok' };
  if (fault?.kind === 'throttle') return { response: call.struck(fault), contract: 'throttled' };
  if (fault?.kind === 'delay' || fault?.kind === 'timeout')
    await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  if (fault?.kind === 'timeout' || fault?.kind === 'drop')
    return { response: { status: 0, headers: {}, body: '', dropConnection: true }, contract: 'ok' };
  const answered = call.run();
  return fault?.kind === 'drop_response'
    ? { ...answered, response: { ...answered.response, dropConnection: true } }
    : answered;
}
