const SEAL = /\b\d+:[0-9a-f]{64}$/;

/** The last seal as the report ends with it: "4983:9f…"; undefined if nothing is sealed. */
export function sealToKeep(lines: readonly string[]): string | undefined {
  return linesOf(lines).flatMap((line) => SEAL.exec(line)?.[0] ?? [])[0];
}

/** What an audit of the log reports, without the line for programs. */
export function verdictOf(lines: readonly string[]): { isFaultless: boolean; sentences: string[] } {
  const shown = linesOf(lines).filter((line) => !SEAL.test(line));
  const summary = shown.at(-1) ?? '';
  const sentences = [...shown.slice(0, -1), ...summary.split(/(?<=[.;]) /)];
  return { isFaultless: /\bno faults\b/.test(summary), sentences: sentences.map(sentenceOf) };
}

/** One text may be several lines. */
function linesOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split('\n')).filter((line) => line.trim() !== '');
}

function sentenceOf(text: string): string {
  const trimmed = text.trim().replace(/;$/, '.');
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}
