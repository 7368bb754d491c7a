import type { MailValues } from '../../../kernel/reacting/mails.ts';

/** Whose a mail is, as its value `sender`; a mail without it is the installation's own. */
export type MailSender = {
  name: string;
  /** Where answers go; null: to the installation's address, as every mail without it. */
  replyTo: string | null;
  /** Of a raster picture of ours. */
  logoUrl: string | null;
  /** Who they are and where, in lines. */
  imprint: string | null;
  /** Colours as `#rrggbb`: of programs with light pages, and of those with dark ones. */
  buttonColor?: string;
  buttonText?: string;
  darkButtonColor?: string;
  darkButtonText?: string;
};

export type ButtonColors = Required<
  Pick<MailSender, 'buttonColor' | 'buttonText' | 'darkButtonColor' | 'darkButtonText'>
>;

const COLOR = /^#[0-9a-f]{6}$/;
const NAME_LENGTH = 100;

/** Tillbook's green (web/src/ui/theme.css). */
const OURS: ButtonColors = {
  buttonColor: '#045336',
  buttonText: '#f9fbf5',
  darkButtonColor: '#6dbf96',
  darkButtonText: '#07180f',
};

export function senderOf({ sender }: MailValues): MailSender | undefined {
  return sender != null && typeof sender === 'object' && 'name' in sender ? (sender as MailSender) : undefined;
}

export function buttonColorsOf(sender: MailSender | undefined): ButtonColors {
  const own = Object.entries(OURS).map(([name, ours]) => {
    const color = sender?.[name as keyof ButtonColors];
    return [name, color !== undefined && COLOR.test(color) ? color : ours];
  });
  return Object.fromEntries(own) as ButtonColors;
}

/**
 * A name as it stands before the installation's address: without what could pass for another address, or turn around what follows.
 * undefined if nothing is left.
 */
export function displayName(name: string): string | undefined {
  const plain = name
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('@', '(at)')
    .replaceAll(/[<>]/g, ' ');
  return oneLine(plain).slice(0, NAME_LENGTH).trim() || undefined;
}

/** Of a header, whatever a name contains. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** What readers can do who want to ask something. */
export function answerHint({ name, replyTo }: MailSender): string | null {
  return replyTo === null ? null : `Reply to this mail to write to ${name}.`;
}
