export interface Reason {
  title: string;
  /** What happened and what to do about it. */
  text: string;
  /** The next step: link the service or request a new link; without it, start again. */
  remedy?: 'link' | 'new-link';
}

const again = 'Start again from here, and finish within ten minutes.';
const unusable: Reason = {
  title: 'The other service’s answer can’t be used',
  text: 'Try again in a moment; if it keeps failing, ask your administrator to check how the service is set up.',
};
const restart: Reason = {
  title: 'Start signing in again',
  text: `It was started in another browser, took too long, or was finished before. ${again}`,
};
const oldLink: Reason = {
  title: 'This link does not work',
  text: 'It is incomplete, was already used or has expired. Ask for a new one.',
  remedy: 'new-link',
};

/** Messages for failed sign-ins and links, by the code in the address (docs/IDENTITY.md#callback). */
const reasons: Record<string, Reason> = {
  please_restart_the_process: restart,
  state_not_found: restart,
  state_mismatch: restart,
  access_denied: {
    title: 'The other service did not let you through',
    text: 'You or the service declined. Start again, or use another way.',
  },
  account_not_linked: {
    title: 'You have an account already',
    text: 'There is an account with this e-mail, and this service is not linked to it. Sign in the way you did before, then link the service to your account.',
    remedy: 'link',
  },
  unable_to_link_account: {
    title: 'This could not be linked',
    text: 'The other service does not vouch for that e-mail, or your account here has another one. Verify it there, or use the same e-mail in both places, then link it again.',
    remedy: 'link',
  },
  account_already_linked_to_different_user: {
    title: 'Linked to another account',
    text: 'That account at the other service belongs to another account here. Sign in with it to see which, unlink it there, then link it here.',
    remedy: 'link',
  },
  email_not_found: {
    title: 'The other service sent no e-mail',
    text: 'An account here needs one. Let the service show your e-mail, or sign up with e-mail and password.',
  },
  signup_disabled: {
    title: 'No new accounts this way',
    text: 'No account has this e-mail yet, and this way creates none. Create an account first.',
  },
  unable_to_create_user: {
    title: 'The account could not be created',
    text: 'The e-mail from the other service can’t be used here. Sign up with e-mail and password instead.',
  },
  unable_to_create_session: {
    title: 'You could not be signed in',
    text: 'You were recognized, but no session could be started. Try again in a moment.',
  },
  banned: {
    title: 'This account is banned',
    text: 'An administrator has blocked it. Ask them why.',
  },
  no_code: unusable,
  invalid_code: unusable,
  unable_to_get_user_info: unusable,
  invalid_callback_request: unusable,
  oauth_provider_not_found: unusable,
  no_callback_url: unusable,
  internal_server_error: {
    title: 'Something went wrong here',
    text: 'Check whether you are signed in, then try again in a moment.',
  },
  INVALID_TOKEN: oldLink,
  invalid_token: oldLink,
  token_expired: oldLink,
};

export function reasonOf(code: string): Reason {
  return (
    reasons[code] ?? {
      title: 'That did not work',
      text: 'It was refused. Start again; if it keeps failing, ask your administrator.',
    }
  );
}
