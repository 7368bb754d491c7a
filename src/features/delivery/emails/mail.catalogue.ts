import type { AnyMailTemplate, MailBlock, MailPlace, MailValues } from '../../../kernel/reacting/mails.ts';
import { lookOf } from './mail-look.rules.ts';

type Look = ReturnType<typeof lookOf>;

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  url?: string;
}

/** Renders mails by the templates that the features declare (docs/decisions/0019-mails-of-blocks.md). */
export class MailCatalogue {
  private readonly templates: ReadonlyMap<string, AnyMailTemplate>;

  constructor(templates: readonly AnyMailTemplate[]) {
    this.templates = new Map(templates.map((template) => [template.kind, template]));
  }

  isForSecurity(kind: string): boolean {
    return this.templates.get(kind)?.isForSecurity ?? false;
  }

  /** A mail of one kind as subject, plain text and HTML; undefined where no feature declares the kind any more. */
  render(kind: string, values: MailValues, place: MailPlace): RenderedMail | undefined {
    const template = this.templates.get(kind);
    if (!template) return undefined;
    const { subject, title, blocks, url } = template.contentOf(values, place);
    const look = lookOf(values);
    return {
      subject: oneLine(subject),
      text: `${title}\n\n${blocks.map(asText).join('\n\n')}\n`,
      html: page(title, blocks.map((block) => asHtml(block, look)).join('\n'), look),
      ...(url !== undefined && { url }),
    };
  }
}

function asText(block: MailBlock): string {
  if ('text' in block) return block.text;
  if ('button' in block) return `${block.button.label}:\n${block.button.url}`;
  const width = Math.max(...block.rows.map(([label]) => label.length));
  return block.rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`.trimEnd()).join('\n');
}

function asHtml(block: MailBlock, { buttonColor, buttonText }: Look): string {
  if ('text' in block) return `<p style="margin:0 0 16px">${escape(block.text).replaceAll('\n', '<br>')}</p>`;
  if ('button' in block) {
    const colors = `background:${buttonColor};color:${buttonText}`;
    const style = `display:inline-block;padding:12px 20px;border-radius:6px;${colors};text-decoration:none`;
    return `<p style="margin:0 0 16px"><a class="button" href="${escape(block.button.url)}" style="${style}">${escape(block.button.label)}</a></p>`;
  }
  const last = block.rows.length - 1;
  const rows = block.rows.map(([label, value], index) => {
    const weight = index === last ? 'font-weight:600' : '';
    const cell = `padding:8px 0;border-top:1px solid #e5e7eb;${weight}`;
    const right = `<td class="cell" align="right" style="${cell};padding-left:12px">${escape(value)}</td>`;
    return `<tr><td class="cell" style="${cell};overflow-wrap:anywhere">${escape(label)}</td>${value === '' ? '' : right}</tr>`;
  });
  return `<table role="presentation" width="100%" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`;
}

/** For the programs that know style sheets: all else is inline. */
const stylesOf = ({ darkButtonColor, darkButtonText }: Look): string => `
@media (max-width: 480px) {
  .page { padding: 12px !important }
  .slip { padding: 20px !important }
}
@media (prefers-color-scheme: dark) {
  .page { background: #111827 !important; color: #e5e7eb !important }
  .slip { background: #1f2937 !important }
  .cell { border-color: #4b5563 !important }
  .button { background: ${darkButtonColor} !important; color: ${darkButtonText} !important }
}`;

function page(title: string, body: string, look: Look): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(title)}</title><style>${stylesOf(look)}</style></head>
<body class="page" style="margin:0;padding:24px;background:#f3f4f6;color:#1f2937;font:16px/1.5 system-ui,sans-serif">
<main class="slip" style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escape(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** A subject is one header line, whatever a name contains. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
