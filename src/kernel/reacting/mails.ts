type Scalar = string | number | null;
type Group = Readonly<Record<string, Scalar>>;

/** What a mail's template gets. Amounts in minor units. A one-time token is not among them: it is in the Vault until the mail is sent. */
export type MailValues = Readonly<Record<string, Scalar | Group | readonly Group[]>>;

/** Part of a mail: each is shown both in its text and in its HTML. */
export type MailBlock =
  | { text: string }
  | { button: MailLink }
  /** Beside a button. */
  | { link: MailLink }
  /** To be copied. */
  | { code: string }
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { bill: readonly BillRow[] };

export interface MailLink {
  label: string;
  url: string;
}

/** A line of a bill, or one of its sums. */
export interface BillRow {
  label: string;
  /** With its currency. */
  amount: string;
  /** Below the label: its days, or what was counted. */
  detail?: string | null;
  isTotal?: true;
}

export interface MailContent {
  subject: string;
  title: string;
  blocks: readonly MailBlock[];
  /** The link that the mail is about. */
  url?: string;
}

export interface MailPlace {
  /** Where links lead, without a slash at the end. */
  baseUrl: string;
  /** The address that the mail goes to. */
  to: string;
  /** The one-time token, for kinds that have one. */
  token?: string;
}

/** One kind of mail, declared by the feature that schedules it. */
export interface MailTemplate<V extends MailValues> {
  /** Stored in events, so it never changes. */
  kind: string;
  /** Without it, somebody can't get into an account, or learn that it has changed: limited where it is requested, and never for other mails to its address. */
  isForSecurity?: true;
  contentOf(values: V, place: MailPlace): MailContent;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- templates of every feature
export type AnyMailTemplate = MailTemplate<any>;

/** How long a link works, in words. */
export function durationText(hours: number): string {
  if (hours < 1) return 'a few minutes';
  const [count, unit] = hours < 48 ? [Math.floor(hours), 'hour'] : [Math.floor(hours / 24), 'day'];
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`;
}
