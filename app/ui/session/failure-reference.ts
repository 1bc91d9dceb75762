let last: string | undefined;

/** The id of the last request of this page that the server failed at, as its log has it; people name it to support. */
export const lastFailure = (): string | undefined => last;

/** Notes the id of each answer that says the server failed, because the framework hands on the error without it. */
export function installFailureReference(target: { fetch: typeof fetch }): void {
  const original = target.fetch.bind(globalThis);
  target.fetch = async (input, init) => {
    const answer = await original(input, init);
    if (answer.status >= 500) last = answer.headers.get('x-request-id') ?? undefined;
    return answer;
  };
}
