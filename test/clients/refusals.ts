/** What is read of errors of zod 3 and 4. */
interface Issue {
  code: string;
  path: (string | number)[];
  message: string;
  unionErrors?: { issues: Issue[] }[];
  errors?: Issue[][];
}

/** Why a client threw: what its schemas miss in an answer, or else the error's own words. */
export function refusals(error: unknown): string[] {
  const { cause, message, statusCode, body } = error as {
    cause?: unknown;
    message: string;
    statusCode?: number;
    body?: string;
  };
  const issues = (cause as { issues?: Issue[] } | undefined)?.issues;
  if (issues)
    return [
      ...new Set(
        flat(issues).map(
          ({ path, message: why }) =>
            `${path.map((part) => (typeof part === 'number' ? '*' : part)).join('.')}: ${why}`,
        ),
      ),
    ];
  return [`${statusCode ?? ''} ${body ?? message}`.trim().slice(0, 300)];
}

/** Of alternatives that all refuse, the one with the fewest issues was meant. */
function flat(issues: Issue[], at: Issue['path'] = []): Issue[] {
  return issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    const alternatives = issue.unionErrors?.map((one) => one.issues) ?? issue.errors ?? [];
    if (alternatives.length === 0) return [{ ...issue, path }];
    // zod 3 has whole paths in its alternatives, zod 4 those below the union.
    const all = alternatives.map((one) => flat(one, issue.unionErrors ? at : path));
    return all.reduce((least, one) => (one.length < least.length ? one : least));
  });
}
