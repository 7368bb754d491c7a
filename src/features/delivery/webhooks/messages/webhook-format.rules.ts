import { messageIn, type ApiVersion } from '../../../../app/http/api-version.rules.ts';
import {
  chatMessageOf,
  isForChats,
  SOMETIMES_FOR_CHATS,
  type ChatMessage,
  type RawPayload,
} from './chat-message.rules.ts';

export const WEBHOOK_FORMATS = ['raw', 'discord', 'slack'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** Discord's limits of an embed. */
const EMBED = { title: 256, value: 1_024 };
/** Slack's limits of a header, a field of a section, and its fields. */
const BLOCK = { header: 150, field: 2_000, fields: 10 };
/** sRGB, as Discord wants it. */
const COLORS: Readonly<Record<ChatMessage['tone'], number>> = { good: 0x2f6b4f, neutral: 0x6b7280, bad: 0xb3261e };

/** A message's body in an endpoint's format and, unless it is for a chat, version. @param raw the body as it was built */
export function formatted(format: WebhookFormat, version: ApiVersion, raw: string): string {
  if (format === 'raw') return messageIn(version, raw);
  const message = chatMessageOf(JSON.parse(raw) as RawPayload);
  return JSON.stringify(format === 'discord' ? discordOf(message) : slackOf(message));
}

/** Whether endpoints of a format get every message of a type. */
export function isSentAsAny(format: WebhookFormat, wireType: string): boolean {
  return format === 'raw' || wireType !== SOMETIMES_FOR_CHATS;
}

/** Whether endpoints of a format get a message. */
export function isSentAs(format: WebhookFormat, raw: string): boolean {
  return format === 'raw' || isForChats(JSON.parse(raw) as RawPayload);
}

/** The parameters of Discord's Execute Webhook. Nobody is mentioned, whatever customers are called. */
function discordOf({ title, tone, rows, at }: ChatMessage): object {
  const fields = rows.map(([name, value]) => ({ name, value: cut(markdown(value), EMBED.value), inline: true }));
  const embed = { title: cut(title, EMBED.title), color: COLORS[tone], timestamp: at, fields };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

/** The payload of Slack's incoming webhooks: blocks, and a text for notifications. */
function slackOf({ title, rows }: ChatMessage): object {
  const fields = rows
    .slice(0, BLOCK.fields)
    .map(([label, value]) => ({ type: 'mrkdwn', text: cut(`*${label}*\n${entities(value)}`, BLOCK.field) }));
  const header = { type: 'header', text: { type: 'plain_text', text: cut(title, BLOCK.header) } };
  const summary = [title, ...rows.slice(0, 2).map(([, value]) => value)].join(' · ');
  return { text: cut(entities(summary), BLOCK.field), blocks: [header, { type: 'section', fields }] };
}

/** Names are shown as they are: neither bold nor a link. */
function markdown(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<]/g, String.raw`\$&`);
}

/** Slack reads `<…>` as a link or a mention. */
function entities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
