import { durationText, type MailPlace, type MailTemplate } from '../../../../kernel/reacting/mails.ts';

/** `hours`: how long the link works. */
type LinkValues = { name: string; callbackURL: string; hours: number };

export const verifyEmailMail: MailTemplate<LinkValues> = {
  kind: 'verify-email',
  isForSecurity: true,
  contentOf({ name, callbackURL, hours }, place) {
    const url = verificationUrl(callbackURL, place);
    return {
      subject: 'Verify your e-mail address',
      title: 'Verify your e-mail address',
      url,
      blocks: [
        { text: `Hello ${name || 'there'},` },
        { text: `please confirm that this address is yours. The link works for ${durationText(hours)}.` },
        { button: { label: 'Verify e-mail address', url } },
        { text: 'If you did not sign up, you can ignore this mail: nothing will happen.' },
      ],
    };
  },
};

/** To the current address, about `newEmail`. */
export const changeEmailMail: MailTemplate<LinkValues & { newEmail: string }> = {
  kind: 'change-email',
  isForSecurity: true,
  contentOf({ name, newEmail, callbackURL, hours }, place) {
    const url = verificationUrl(callbackURL, place);
    const request = `somebody asked to sign in to your account as ${newEmail} from now on.`;
    return {
      subject: 'Approve your new e-mail address',
      title: 'Approve your new e-mail address',
      url,
      blocks: [
        { text: `Hello ${name || 'there'},` },
        { text: `${request} The link works for ${durationText(hours)}.` },
        { button: { label: 'Change to this address', url } },
        { text: 'If that was not you, change your password: whoever asked is signed in to your account.' },
      ],
    };
  },
};

/** To the former address, which somebody else may own: it does not name the new one. */
export const addressChangedMail: MailTemplate<{ name: string }> = {
  kind: 'email-changed',
  isForSecurity: true,
  contentOf: ({ name }) => ({
    subject: 'Your e-mail address was changed',
    title: 'Your e-mail address was changed',
    blocks: [
      { text: `Hello ${name || 'there'},` },
      { text: 'the account that was registered with this address has another one from now on.' },
      {
        text: 'If you did not change it, somebody else is signed in to that account. You can sign up with this address again.',
      },
    ],
  }),
};

export const resetPasswordMail: MailTemplate<LinkValues> = {
  kind: 'reset-password',
  isForSecurity: true,
  contentOf({ name, callbackURL, hours }, { baseUrl, token = '' }) {
    const url = `${baseUrl}/api/auth/reset-password/${token}?callbackURL=${encodeURIComponent(callbackURL)}`;
    return {
      subject: 'Choose a new password',
      title: 'Choose a new password',
      url,
      blocks: [
        { text: `Hello ${name || 'there'},` },
        { text: `here you can choose a new password. The link works once, for ${durationText(hours)}.` },
        { button: { label: 'Choose a new password', url } },
        { text: 'If you did not ask for this, you can ignore this mail: your password stays the same.' },
      ],
    };
  },
};

export const deleteAccountMail: MailTemplate<LinkValues> = {
  kind: 'delete-account',
  isForSecurity: true,
  contentOf({ name, callbackURL, hours }, { baseUrl, token = '' }) {
    const url = `${baseUrl}/api/auth/delete-user/callback?token=${token}&callbackURL=${inQuery(callbackURL)}`;
    const validity = `It works once, for ${durationText(hours)}, where you are signed in.`;
    return {
      subject: 'Delete your account',
      title: 'Delete your account',
      url,
      blocks: [
        { text: `Hello ${name || 'there'},` },
        { text: `this link deletes your account for good. ${validity}` },
        { button: { label: 'Delete my account', url } },
        { text: 'If you did not ask for this, change your password: whoever asked is signed in to your account.' },
      ],
    };
  },
};

export const accountMails = [
  verifyEmailMail,
  changeEmailMail,
  addressChangedMail,
  resetPasswordMail,
  deleteAccountMail,
];

function verificationUrl(callbackURL: string, { baseUrl, token = '' }: MailPlace): string {
  return `${baseUrl}/api/auth/verify-email?token=${token}&callbackURL=${inQuery(callbackURL)}`;
}

/** A URL within a query, encoded only where it must be, so that it stays readable. */
function inQuery(url: string): string {
  return encodeURIComponent(url).replaceAll('%2F', '/').replaceAll('%3A', ':');
}
