import type { BillRow, MailBlock, MailContent } from '../../../kernel/reacting/mails.ts';
import { answerHint, type MailSender } from './mail-sender.rules.ts';

/** Of a bill, in characters; a long label has several lines. */
const WIDTH = 60;
const LABEL_WIDTH = 42;

/** A mail as plain text, with the content of its HTML. */
export function mailText({ title, blocks }: MailContent, sender: MailSender | undefined): string {
  const foot = sender && [sender.imprint ?? sender.name, answerHint(sender)].filter((line) => line !== null).join('\n');
  return [title, ...blocks.map(asText), ...(foot === undefined ? [] : [`-- \n${foot}`])].join('\n\n') + '\n';
}

function asText(block: MailBlock): string {
  if ('text' in block) return block.text;
  if ('button' in block) return `${block.button.label}:\n${block.button.url}`;
  if ('link' in block) return `${block.link.label}:\n${block.link.url}`;
  if ('code' in block) return block.code;
  if ('bill' in block) return billText(block.bill);
  const width = Math.max(...block.facts.map(([label]) => label.length));
  return block.facts.map(([label, value]) => `${label.padEnd(width)}  ${value}`).join('\n');
}

/** Amounts are right-aligned, and a rule stands above the first sum. */
function billText(rows: readonly BillRow[]): string {
  const firstTotal = rows.findIndex(({ isTotal }) => isTotal);
  return rows
    .flatMap((row, index) => (index === firstTotal ? ['-'.repeat(WIDTH), ...rowText(row)] : rowText(row)))
    .join('\n');
}

function rowText({ label, amount, detail }: BillRow): string[] {
  const lines = wrapped(label, LABEL_WIDTH);
  const last = lines.pop() ?? '';
  const details = detail ? wrapped(detail, WIDTH - 2).map((line) => `  ${line}`) : [];
  return [...lines, last.padEnd(WIDTH - amount.length - 1) + ' ' + amount, ...details];
}

/** A longer word stays whole. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
