/** Messages for the identity contract's errors in administration; each says what to do. */
export const adminRefusals = {
  USER_ALREADY_EXISTS: { at: 'email', text: 'There is an account with this e-mail already.' },
  INVALID_EMAIL: { at: 'email', text: 'Enter a complete e-mail address.' },
  PASSWORD_TOO_SHORT: { at: 'password', text: 'The password is too short.' },
  PASSWORD_TOO_LONG: { at: 'password', text: 'The password is too long.' },
  YOU_CANNOT_BAN_YOURSELF: 'You cannot ban yourself. Ask another administrator.',
  YOU_CANNOT_IMPERSONATE_ADMINS: 'Administrators cannot be acted as.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    'They are the only owner of an organization that has other members. Make someone else its owner first.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION:
    'They own an organization in which subscriptions run or an order waits for its payment. That has to end first.',
} as const;
