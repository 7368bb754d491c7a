import { LIMITS, mostOf, type Limit } from '../../src/limits.ts';

const OWNERS: Record<keyof typeof LIMITS, string> = {
  organization: 'An organization',
  customer: 'A customer of an organization',
  object: 'One object of an organization',
  address: 'A client address',
  account: 'An account, or an e-mail address',
  request: 'A request',
  batch: 'An event, and what is read or written together',
};

/** docs/LIMITS.md */
export function limitsDoc(): string {
  const sections = Object.entries(OWNERS).map(([owner, title]) => {
    const limits: readonly Limit[] = Object.values(LIMITS[owner as keyof typeof LIMITS]);
    return [`## ${title}`, '', table(limits), ''].join('\n');
  });
  return `# Limits

Written by \`npm run limits-doc\` from \`src/limits.ts\`. What exceeds one of these is refused in the contract's form, with this number in the text:
400, 413 or 422 where a request is too large or something has as many parts as it can have (403 under \`/api/auth\`), 429 with \`Retry-After\` where a rate is exceeded. Under
\`/api/auth\`, the contract [fixes the text](IDENTITY.md#rate-limits). Client addresses of IPv6 count by their first 64 bits. What a process takes on at a
time, whoever asks, is in [OPERATING.md](OPERATING.md#overload), with the 503 of those here that are of each process; the lengths of single fields are in
the [OpenAPI document](openapi.json). An organization's settings show how much it has of what it keeps.

${sections.join('\n')}`;
}

function table(limits: readonly Limit[]): string {
  const rows = limits.map((limit) => [limit.of, mostOf(limit)] as const);
  const [what, most] = [0, 1].map((column) =>
    Math.max('At most'.length, ...rows.map((row) => row[column]!.length)),
  ) as [number, number];
  const line = (left: string, right: string) => `| ${left.padEnd(what)} | ${right.padEnd(most)} |`;
  return [
    line('Of', 'At most'),
    `| ${'-'.repeat(what)} | ${'-'.repeat(most)} |`,
    ...rows.map(([left, right]) => line(left, right)),
  ].join('\n');
}
