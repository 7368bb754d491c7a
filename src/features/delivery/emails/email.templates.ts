import { moneyText } from '../../../kernel/money.ts';
import type { EmailKind, EmailValues } from './email.events.ts';

export interface Rendered {
  subject: string;
  text: string;
  html: string;
  url?: string;
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** What a mail shows, in order: one list serves its text and its HTML. */
type Block = { text: string } | { button: { label: string; url: string } } | { rows: [label: string, value: string][] };

interface Letter {
  subject: string;
  title: string;
  blocks: Block[];
  url?: string;
}

interface Place {
  /** Where links lead, without a slash at the end. */
  baseUrl: string;
  /** Whose mail it is. */
  to: string;
  /** The one-time token, for kinds that have one. */
  token?: string;
}

const LETTERS: { [K in EmailKind]: (values: EmailValues[K], place: Place) => Letter } = {
  'verify-email': ({ name, callbackURL, hours }, { baseUrl, token = '' }) => {
    const url = `${baseUrl}/api/auth/verify-email?token=${token}&callbackURL=${inQuery(callbackURL)}`;
    return {
      subject: 'Verify your e-mail address',
      title: 'Verify your e-mail address',
      url,
      blocks: [
        { text: `Hello ${name || 'there'},` },
        { text: `please confirm that this address is yours. The link works for ${time(hours)}.` },
        { button: { label: 'Verify e-mail address', url } },
        { text: 'If you did not sign up, you can leave this mail alone: nothing will happen.' },
      ],
    };
  },

  'change-email': ({ name, newEmail, callbackURL, hours }, { baseUrl, token = '' }) => {
    const url = `${baseUrl}/api/auth/verify-email?token=${token}&callbackURL=${inQuery(callbackURL)}`;
    return {
      subject: 'Approve your new e-mail address',
      title: 'Approve your new e-mail address',
      url,
      blocks: [
        { text: `Hello ${name || 'there'},` },
        {
          text: `somebody asked to sign in to your account as ${newEmail} from now on. The link works for ${time(hours)}.`,
        },
        { button: { label: 'Change to this address', url } },
        { text: 'If that was not you, change your password: whoever asked is signed in to your account.' },
      ],
    };
  },

  'reset-password': ({ name, callbackURL, hours }, { baseUrl, token = '' }) => {
    const url = `${baseUrl}/api/auth/reset-password/${token}?callbackURL=${encodeURIComponent(callbackURL)}`;
    return {
      subject: 'Choose a new password',
      title: 'Choose a new password',
      url,
      blocks: [
        { text: `Hello ${name || 'there'},` },
        { text: `here you can choose a new password. The link works once, for ${time(hours)}.` },
        { button: { label: 'Choose a new password', url } },
        { text: 'If you did not ask for it, you can leave this mail alone: your password stays as it is.' },
      ],
    };
  },

  'delete-account': ({ name, callbackURL, hours }, { baseUrl, token = '' }) => {
    const url = `${baseUrl}/api/auth/delete-user/callback?token=${token}&callbackURL=${inQuery(callbackURL)}`;
    return {
      subject: 'Delete your account',
      title: 'Delete your account',
      url,
      blocks: [
        { text: `Hello ${name || 'there'},` },
        {
          text: `this link deletes your account, for good. It works once, for ${time(hours)}, where you are signed in.`,
        },
        { button: { label: 'Delete my account', url } },
        { text: 'If you did not ask for it, change your password: whoever asked is signed in to your account.' },
      ],
    };
  },

  invitation: ({ invitationId, organizationName, inviterName, inviterEmail, role, hours }, { baseUrl, to }) => {
    // With the address, so that whoever has no account yet need not type it.
    const url = `${baseUrl}/accept-invitation/${invitationId}?email=${encodeURIComponent(to)}`;
    return {
      subject: `Join ${organizationName}`,
      title: `Join ${organizationName}`,
      url,
      blocks: [
        {
          text: `${inviterName} (${inviterEmail}) invites you to ${organizationName} as ${role.replaceAll(',', ', ')}.`,
        },
        { button: { label: 'See the invitation', url } },
        { text: `It is good for ${time(hours)}. Without an account you can make one with this address.` },
      ],
    };
  },

  receipt: (values) => ({
    subject: `Your receipt from ${values.organizationName}`,
    title: `Receipt from ${values.organizationName}`,
    blocks: [
      {
        text: `${greeting(values.customerName)} thank you for your purchase. This is what was paid on ${day(values.paidAt)}.`,
      },
      {
        rows: [
          [values.description, moneyText({ amount: values.subtotal, currency: values.currency })],
          ...(values.discount > 0 ? [row('Discount', -values.discount, values.currency)] : []),
          ...(values.tax > 0 ? [row('Tax', values.tax, values.currency)] : []),
          row('Total', values.total, values.currency),
        ],
      },
      { text: `Order ${values.orderId}` },
    ],
  }),

  'payment-failed': (values) => ({
    subject: `Your payment to ${values.organizationName} failed`,
    title: 'Your payment failed',
    blocks: [
      {
        text: `${greeting(values.customerName)} we could not charge ${moneyText({ amount: values.total, currency: values.currency })} for ${values.description}.`,
      },
      {
        text: `Please ask ${values.organizationName} to bring your means of payment up to date. Until then access is on hold.`,
      },
      { text: `Order ${values.orderId}` },
    ],
  }),
};

/** A mail of one kind as subject, plain text and HTML. */
export function render<K extends EmailKind>(kind: K, values: EmailValues[K], place: Place): Rendered {
  const { subject, title, blocks, url } = LETTERS[kind](values, place);
  return {
    subject: oneLine(subject),
    text: `${title}\n\n${blocks.map(asText).join('\n\n')}\n`,
    html: page(title, blocks.map(asHtml).join('\n')),
    ...(url !== undefined && { url }),
  };
}

function asText(block: Block): string {
  if ('text' in block) return block.text;
  if ('button' in block) return `${block.button.label}:\n${block.button.url}`;
  const width = Math.max(...block.rows.map(([label]) => label.length));
  return block.rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`).join('\n');
}

function asHtml(block: Block): string {
  if ('text' in block) return `<p style="margin:0 0 16px">${escape(block.text)}</p>`;
  if ('button' in block) {
    const style =
      'display:inline-block;padding:12px 20px;border-radius:6px;background:#1f2937;color:#ffffff;text-decoration:none';
    return `<p style="margin:0 0 16px"><a href="${escape(block.button.url)}" style="${style}">${escape(block.button.label)}</a></p>`;
  }
  const last = block.rows.length - 1;
  const rows = block.rows.map(([label, value], index) => {
    const weight = index === last ? 'font-weight:600' : '';
    const cell = `padding:8px 0;border-top:1px solid #e5e7eb;${weight}`;
    return `<tr><td style="${cell}">${escape(label)}</td><td align="right" style="${cell}">${escape(value)}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6;color:#1f2937;font:16px/1.5 system-ui,sans-serif">
<main style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px">${escape(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

function row(label: string, amount: number, currency: string): [string, string] {
  return [label, moneyText({ amount, currency })];
}

function day(instant: string): string {
  return DAY.format(new Date(instant));
}

function greeting(name: string | null): string {
  return name ? `Hello ${name},` : 'Hello,';
}

/** How long a link works, in words. */
function time(hours: number): string {
  if (hours < 1) return 'a few minutes';
  const [count, unit] = hours < 48 ? [Math.floor(hours), 'hour'] : [Math.floor(hours / 24), 'day'];
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`;
}

/** A place within a query: encoded only where it must be, so that it stays readable. */
function inQuery(place: string): string {
  return encodeURIComponent(place).replaceAll('%2F', '/').replaceAll('%3A', ':');
}

/** A subject is one header line, whatever a name holds. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
