/**
 * What each deed sends, by the object that it is about: webhooks of one object arrive in order. A deed is known by the first of these that
 * it begins with, so longer ones come first.
 */
const SEQUENCES: readonly (readonly [deed: string, ...sent: string[]])[] = [
  ['buys on trial', 'subscription created updated', 'order created updated paid', 'grant created'],
  ['buys once', 'order created updated paid', 'grant created'],
  ['buys', 'subscription created active updated', 'order created updated paid', 'grant created'],
  ['is given up once canceled', 'subscription updated revoked', 'order updated'],
  ['is given up in grace', 'subscription updated canceled revoked', 'order updated', 'grant revoked'],
  ['is given up', 'subscription updated canceled revoked', 'order updated'],
  ['is given a trial of', 'subscription created updated', 'order created updated paid', 'grant created'],
  ['is given', 'subscription created active updated', 'order created updated paid', 'grant created'],
  ['is asked to pay', 'subscription created', 'order created'],
  ['pays for the first time', 'subscription active updated', 'order updated paid', 'grant created'],
  ['never pays', 'subscription updated', 'order updated'],
  ['pays the first', 'subscription updated active', 'order created updated paid', 'grant cycled'],
  ['cannot pay the first', 'subscription updated active updated revoked', 'order created', 'grant revoked'],
  ['renews on the card that fails in grace', 'subscription updated updated', 'order created'],
  ['renews on the card that fails', 'subscription updated updated revoked', 'order created', 'grant revoked'],
  ['renews', 'subscription updated', 'order created updated paid', 'grant cycled'],
  ['is past its grace', 'subscription updated revoked', 'grant revoked'],
  ['is charged in vain', 'subscription updated'],
  ['is left unpaid', 'subscription updated'],
  [
    'is charged at last on another card, and renews',
    'subscription updated active updated',
    'order updated paid created updated paid',
    'grant created cycled',
  ],
  ['is charged at last in grace', 'subscription updated active', 'order updated paid', 'grant cycled'],
  ['is charged at last', 'subscription updated active', 'order updated paid', 'grant created'],
  ['is to switch', 'subscription updated'],
  ['withdraws', 'subscription updated'],
  ['switches in the trial', 'subscription updated'],
  ['switches on the card that fails', 'subscription updated updated revoked', 'order created', 'grant revoked'],
  ['switches, billed now', 'subscription updated', 'order created updated paid'],
  ['switches, from now', 'subscription updated', 'order created updated paid', 'grant cycled'],
  ['switches', 'subscription updated'],
  ['upgrades', 'subscription updated', 'order created updated paid'],
  ['cancels', 'subscription updated canceled'],
  ['uncancels', 'subscription updated uncanceled'],
  ['is revoked while past due', 'subscription updated canceled revoked', 'order updated'],
  ['is revoked once canceled', 'subscription updated revoked', 'grant revoked'],
  ['is revoked with an order', 'subscription updated canceled revoked', 'order created updated paid', 'grant revoked'],
  ['is revoked', 'subscription updated canceled revoked', 'grant revoked'],
  ['ends with an order', 'subscription updated revoked', 'order created updated paid', 'grant revoked'],
  ['ends', 'subscription updated revoked', 'grant revoked'],
  ['is not refunded'],
  ['is refunded', 'refund created', 'order refunded'],
  ['has the refund fail', 'refund updated'],
  ['has another card that fails'],
  ['has another card'],
  ['uses'],
  ['voids'],
  ['waits'],
];

/** Of some deeds on one day, by object. */
export function sentBy(deeds: readonly string[]): Record<string, string> {
  const sent = deeds.flatMap((deed) => {
    const found = SEQUENCES.find(([name]) => deed.startsWith(name));
    if (!found) throw new Error(`Nobody knows what is sent when somebody ${deed}`);
    return found.slice(1).map((sequence) => sequence.split(' '));
  });
  const byObject: Record<string, string> = {};
  for (const [object, ...types] of sent) byObject[object!] = [byObject[object!], ...types].filter(Boolean).join(' ');
  return byObject;
}
