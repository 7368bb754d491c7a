/**
 * Process managers run in groups, each with a lease of its own, so that several worker processes share them:
 * - `accounts`: users, organizations, invitations, keys and tokens
 * - `billing`: customers, checkouts, orders, payments and grants, and every process that names no group
 * - `subscriptions`: renewals, and what follows from a subscription's course
 * - `delivery`: webhooks and mails
 *
 * Checkpoints belong to processes, so that one that moves to another group continues where it was.
 */
export const PROCESS_GROUPS = ['accounts', 'billing', 'subscriptions', 'delivery'] as const;

export type ProcessGroup = (typeof PROCESS_GROUPS)[number];
