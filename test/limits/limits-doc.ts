import { LIMITS, type Limit } from '../../src/limits.ts';

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
422 where a request is too large or something has as many parts as it can have, 429 with \`Retry-After\` where a rate is exceeded. Client addresses of
IPv6 count by their first 64 bits. What a process takes on at a time, whoever asks, is in [OPERATING.md](OPERATING.md#overload); the lengths of single
fields are in the [OpenAPI document](openapi.json).

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

function mostOf(limit: Limit): string {
  if ('most' in limit) return limit.most.toLocaleString('en-US');
  const pause = limit.window === 1 ? 'a second' : `${limit.window} seconds`;
  return `${limit.max} without a pause of ${pause}, then one per ${limit.window === 1 ? 'second' : pause}`;
}
