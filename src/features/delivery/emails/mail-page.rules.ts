import type { BillRow, MailBlock, MailContent, MailLink } from '../../../kernel/reacting/mails.ts';
import { answerHint, buttonColorsOf, type ButtonColors, type MailSender } from './mail-sender.rules.ts';

/** Paper and ink, as on our pages (web/src/ui/theme.css). */
const LIGHT = { paper: '#f6f4ef', slip: '#fefdfb', ink: '#1e1a15', soft: '#554f48', line: '#d8d4cd' };
const DARK = { paper: '#151310', slip: '#1f1c18', ink: '#ebe7e0', soft: '#b8b4ac', line: '#34312c' };

const FONT = `-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`;
const MONO = `ui-monospace,'SF Mono',Menlo,Consolas,monospace`;
const PARAGRAPH = 'margin:0 0 16px';
const FIGURES = 'font-variant-numeric:tabular-nums;white-space:nowrap';
const LOGO_HEIGHT = 32;

/** A mail as one HTML page, whose styles are inline but for dark pages and phones. */
export function mailPage({ title, blocks }: MailContent, sender: MailSender | undefined): string {
  const colors = buttonColorsOf(sender);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(title)}</title><style>${stylesOf(colors)}</style></head>
<body class="page" style="margin:0;padding:24px;background:${LIGHT.paper};color:${LIGHT.ink};font:15px/1.5 ${FONT}">
<div class="slip" style="max-width:560px;margin:0 auto;padding:28px 32px;background:${LIGHT.slip};border:1px solid ${LIGHT.line};border-radius:6px">
${head(sender)}
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600">${escape(title)}</h1>
${blocks.map((block) => asHtml(block, colors)).join('\n')}
${sender ? foot(sender) : ''}
</div>
</body>
</html>
`;
}

/** Whose mail it is: the name stands beside the picture, which many programs load only when asked. */
function head(sender: MailSender | undefined): string {
  const name = escape(sender?.name ?? 'Tillbook');
  const picture =
    sender?.logoUrl != null
      ? `<td style="padding-right:10px"><img class="logo" src="${escape(sender.logoUrl)}" alt="Logo of ${name}" height="${LOGO_HEIGHT}" style="display:block;height:${LOGO_HEIGHT}px;width:auto;max-width:160px;border-radius:4px"></td>`
      : '';
  return `<table role="presentation" class="line" width="100%" cellspacing="0" style="margin:0 0 24px;border-bottom:1px solid ${LIGHT.line}"><tr><td style="padding:0 0 14px"><table role="presentation" cellspacing="0"><tr>${picture}<td style="font-weight:600;overflow-wrap:anywhere">${name}</td></tr></table></td></tr></table>`;
}

function foot(sender: MailSender): string {
  const lines = [sender.imprint, answerHint(sender)].filter((line) => line !== null);
  if (lines.length === 0) return '';
  const style = `margin:24px 0 0;padding:14px 0 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.soft};font-size:13px`;
  return `<p class="line soft" style="${style}">${inLines(lines.join('\n'))}</p>`;
}

function asHtml(block: MailBlock, colors: ButtonColors): string {
  if ('text' in block) return `<p style="${PARAGRAPH}">${inLines(block.text)}</p>`;
  if ('button' in block) return buttonHtml(block.button, colors);
  if ('link' in block)
    return `<p style="${PARAGRAPH}"><a class="link" href="${escape(block.link.url)}" style="color:${LIGHT.ink}">${escape(block.link.label)}</a></p>`;
  if ('code' in block)
    return `<p class="line" style="${PARAGRAPH};padding:12px 16px;border:1px solid ${LIGHT.line};border-radius:4px;font:600 17px/1.4 ${MONO};overflow-wrap:anywhere">${escape(block.code)}</p>`;
  const rows =
    'bill' in block ? block.bill.map(billRow) : block.facts.map(([label, value]) => cells(label, escape(value), ''));
  return `<table role="presentation" width="100%" cellspacing="0" style="${PARAGRAPH};border-collapse:collapse">${rows.join('')}</table>`;
}

function buttonHtml({ label, url }: MailLink, { buttonColor, buttonText }: ButtonColors): string {
  const style = `display:inline-block;padding:10px 18px;border-radius:4px;background:${buttonColor};color:${buttonText};font-weight:600;text-decoration:none`;
  return `<p style="${PARAGRAPH}"><a class="button" href="${escape(url)}" style="${style}">${escape(label)}</a></p>`;
}

function billRow({ label, amount, detail, isTotal }: BillRow): string {
  const below = detail
    ? `<br><span class="soft" style="color:${LIGHT.soft};font-size:13px;font-variant-numeric:tabular-nums">${escape(detail)}</span>`
    : '';
  return cells(label, escape(amount), isTotal ? ';font-weight:600' : '', below);
}

function cells(label: string, value: string, weight: string, below = ''): string {
  const cell = `padding:8px 0;border-top:1px solid ${LIGHT.line};vertical-align:top${weight}`;
  return `<tr><td class="line" style="${cell};overflow-wrap:anywhere">${escape(label)}${below}</td><td class="line" align="right" style="${cell};padding-left:16px;${FIGURES}">${value}</td></tr>`;
}

const stylesOf = ({ darkButtonColor, darkButtonText }: ButtonColors): string => `
@media (max-width: 480px) {
  .page { padding: 8px !important }
  .slip { padding: 20px !important }
}
@media (prefers-color-scheme: dark) {
  .page { background: ${DARK.paper} !important; color: ${DARK.ink} !important }
  .slip { background: ${DARK.slip} !important; border-color: ${DARK.line} !important }
  .line { border-color: ${DARK.line} !important }
  .soft { color: ${DARK.soft} !important }
  .link { color: ${DARK.ink} !important }
  .logo { background: #ffffff !important; padding: 3px !important }
  .button { background: ${darkButtonColor} !important; color: ${darkButtonText} !important }
}`;

function inLines(text: string): string {
  return escape(text).replaceAll('\n', '<br>');
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
