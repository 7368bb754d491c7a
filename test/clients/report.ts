/** What became of one call or one webhook body. */
export interface Outcome {
  name: string;
  route?: string;
  /** Whether the product has its route. */
  isAnswered: boolean;
  /** Why the client refused the answer, or the product the request; empty if it was read. */
  refused: string[];
  /** Names that the client can send and the product ignores. */
  lost: string[];
}

export interface Result {
  client: string;
  calls: Outcome[];
  /** Webhook messages of what happened. */
  bodies: Outcome[];
  /** Test messages of the same types. */
  tests: Outcome[];
}

/** One row per client, in Markdown. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ client, calls, bodies, tests }) => {
    const answered = calls.filter(({ isAnswered }) => isAnswered);
    const lost = answered.filter((one) => one.lost.length > 0);
    return [
      client,
      ...readOf(answered),
      lost.length,
      readOf(bodies)[0],
      readOf(tests)[0],
      calls.length - answered.length,
    ];
  });
  return markdown([
    ['Release', 'Calls read', 'Refused', 'With lost fields', 'Bodies read', 'Test bodies', 'Without a route'],
    ...rows,
  ]);
}

/** Every call and body that is not read as a whole. */
export function detailsOf({ client, calls, bodies, tests }: Result): string {
  const lines = [...calls, ...bodies, ...tests.map((one) => ({ ...one, name: `${one.name} (test)` }))].flatMap(
    ({ name, refused, lost }) => [
      ...(refused.length > 0 ? [`  refused  ${name}\n${refused.map((one) => `             ${one}`).join('\n')}`] : []),
      ...(lost.length > 0 ? [`  lost     ${name}: ${lost.join(', ')}`] : []),
    ],
  );
  return [`\n== ${client}`, ...lines].join('\n');
}

/** Calls whose routes the product lacks, with the releases that have them. */
export function newerCalls(results: readonly Result[]): string {
  const clients = new Map<string, string[]>();
  for (const { client, calls } of results)
    for (const { name, route, isAnswered } of calls) {
      const call = `${name} (${route})`;
      if (!isAnswered) clients.set(call, [...(clients.get(call) ?? []), client]);
    }
  const lines = [...clients].map(([call, [first, ...others]]) => `  ${call}: ${[first, others.at(-1)].join(' – ')}`);
  return ['\nCalls without a route:', ...lines.sort()].join('\n');
}

/** How many were read, of how many; and how many were refused. */
function readOf(outcomes: readonly Outcome[]): [string, number] {
  const refused = outcomes.filter((one) => one.refused.length > 0).length;
  return [`${outcomes.length - refused} of ${outcomes.length}`, refused];
}

export function markdown(rows: readonly (readonly (string | number)[])[]): string {
  const [head, ...body] = rows.map((cells) => cells.map(String));
  const widths = head!.map((_, column) => Math.max(...[head!, ...body].map((cells) => cells[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head!), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
