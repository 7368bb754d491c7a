/**
 * Projections are built in groups, each by a projector with a lease, a checkpoint and a lag of its own, so that none waits for another:
 * - `access`: who may do what; authorization depends on it
 * - `billing`: what is sold, charged and owned, and everything that names no group
 * - `delivery`: webhooks and mails
 * - `ledger`: what is made of all events: ledger entries, timelines and metrics
 * - `usage`: what sellers meter, which may be most of the log
 *
 * A projection that moves to another group is built again.
 */
export const GROUPS = ['access', 'billing', 'delivery', 'ledger', 'usage'] as const;

export type ProjectionGroup = (typeof GROUPS)[number];
