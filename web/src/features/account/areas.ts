import { linkOptions } from '@tanstack/react-router';

/** The areas on the account's rail and in the palette. */
export const accountAreas = [
  { label: 'Profile', command: 'Your profile', link: linkOptions({ to: '/account' }), exact: true },
  { label: 'Signing in', command: 'Your password and accounts', link: linkOptions({ to: '/account/sign-in' }) },
  { label: 'Sessions', command: 'Your sessions', link: linkOptions({ to: '/account/sessions' }) },
  { label: 'API keys', command: 'Your API keys', link: linkOptions({ to: '/account/api-keys' }) },
  { label: 'Apps', command: 'Your apps', link: linkOptions({ to: '/account/apps' }) },
  // The palette offers nothing destructive.
  { label: 'Delete account', command: undefined, link: linkOptions({ to: '/account/delete' }) },
];
