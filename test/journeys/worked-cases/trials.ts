import { story } from './story.ts';

/** Trials, and subscriptions that sellers create (docs/BILLING.md#trials). */
export const trials = [
  story(
    'fourteen days from the 31st: paid from the 14th on',
    '2027-01-31 buys on trial Pro 30.00 eur monthly with a trial of 14 days | create: trial Pro 0.00 = 0.00 eur, paid | trialing to 2027-02-14',
    '2027-02-11 waits | - | trialing to 2027-02-14',
    '2027-02-14 pays the first | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-03-14',
    '2027-03-14 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-04-14',
  ),
  story(
    'a month from the 31st: paid from the 28th on',
    '2027-01-31 buys on trial Pro 30.00 eur monthly with a trial of 1 month | create: trial Pro 0.00 = 0.00 eur, paid | trialing to 2027-02-28',
    '2027-02-28 pays the first | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-03-28',
    '2027-03-28 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-04-28',
  ),
  story(
    'canceled in the trial: costs nothing',
    '2027-01-31 buys on trial Pro 30.00 eur monthly with a trial of 14 days | create: trial Pro 0.00 = 0.00 eur, paid | trialing to 2027-02-14',
    '2027-02-05 cancels | - | trialing to 2027-02-14, ending',
    '2027-02-14 ends | - | canceled 2027-02-14',
    '2027-03-14 waits | - | canceled 2027-02-14',
  ),
  story(
    'canceled and uncanceled on one day of the trial',
    '2027-01-31 buys on trial Pro 30.00 usd monthly with a trial of 14 days | create: trial Pro 0.00 = 0.00 usd, paid | trialing to 2027-02-14',
    '2027-02-05 cancels | - | trialing to 2027-02-14, ending',
    '2027-02-05 uncancels | - | trialing to 2027-02-14',
    '2027-02-14 pays the first | cycle: Pro 30.00 = 30.00 usd, paid | active to 2027-03-14',
  ),
  story(
    'revoked in the trial',
    '2027-01-31 buys on trial Pro 30.00 eur monthly with a trial of 14 days | create: trial Pro 0.00 = 0.00 eur, paid | trialing to 2027-02-14',
    '2027-02-05 is revoked | - | canceled 2027-02-05',
    '2027-03-14 waits | - | canceled 2027-02-05',
  ),
  story(
    'a change in the trial costs nothing, and the trial goes on',
    '2027-01-31 buys on trial Pro 30.00 eur monthly with a trial of 14 days | create: trial Pro 0.00 = 0.00 eur, paid | trialing to 2027-02-14',
    '2027-02-05 switches in the trial, to Large 90.00 eur monthly | - | trialing to 2027-02-14',
    '2027-02-14 pays the first | cycle: Large 90.00 = 90.00 eur, paid | active to 2027-03-14',
  ),
  story(
    'a change to a year in the trial',
    '2027-01-31 buys on trial Pro 30.00 eur monthly with a trial of 14 days | create: trial Pro 0.00 = 0.00 eur, paid | trialing to 2027-02-14',
    '2027-02-05 switches in the trial, to Year 300.00 eur yearly | - | trialing to 2027-02-14',
    '2027-02-14 pays the first | cycle: Year 300.00 = 300.00 eur, paid | active to 2028-02-14',
  ),
  story(
    'a change that is made with the first paid period',
    '2027-01-31 buys on trial Pro 30.00 eur monthly with a trial of 14 days | create: trial Pro 0.00 = 0.00 eur, paid | trialing to 2027-02-14',
    '2027-02-05 is to switch to Large 90.00 eur monthly | - | trialing to 2027-02-14, to switch',
    '2027-02-14 pays the first | cycle: Large 90.00 = 90.00 eur, paid | active to 2027-03-14',
  ),
  story(
    'a discount for 2 months counts from the first paid period',
    '2027-01-31 buys on trial Pro 30.00 eur monthly with a trial of 14 days less 10% for 2 months | create: trial Pro 0.00 = 0.00 eur, paid | trialing to 2027-02-14',
    '2027-02-14 pays the first | cycle: Pro 30.00 less 3.00 = 27.00 eur, paid | active to 2027-03-14',
    '2027-03-14 renews | cycle: Pro 30.00 less 3.00 = 27.00 eur, paid | active to 2027-04-14',
    '2027-04-14 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-05-14',
  ),
  story(
    'a discount once is for the first paid period',
    '2027-01-31 buys on trial Pro 30.00 usd monthly with a trial of 14 days less 50% once | create: trial Pro 0.00 = 0.00 usd, paid | trialing to 2027-02-14',
    '2027-02-14 pays the first | cycle: Pro 30.00 less 15.00 = 15.00 usd, paid | active to 2027-03-14',
    '2027-03-14 renews | cycle: Pro 30.00 = 30.00 usd, paid | active to 2027-04-14',
  ),
  story(
    'the first paid period is taxed',
    '2027-01-31 buys on trial Pro 30.00 eur monthly with a trial of 14 days from DE | create: trial Pro 0.00 = 0.00 eur, paid | trialing to 2027-02-14',
    '2027-02-14 pays the first | cycle: Pro 30.00 plus 5.70 = 35.70 eur, paid | active to 2027-03-14',
  ),
  story(
    'the first charge fails, and another card pays it',
    '2027-01-31 buys on trial Pro 30.00 eur monthly with a trial of 14 days on the card that fails | create: trial Pro 0.00 = 0.00 eur, paid | trialing to 2027-02-14',
    '2027-02-14 cannot pay the first | cycle: Pro 30.00 = 30.00 eur, pending | past_due to 2027-03-14, again 2027-02-16',
    '2027-02-15 is charged at last on another card | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-03-14',
  ),
  story(
    'a week to 29 February, then years',
    '2028-02-22 buys on trial Year 300.00 usd yearly with a trial of 1 week | create: trial Year 0.00 = 0.00 usd, paid | trialing to 2028-02-29',
    '2028-02-29 pays the first | cycle: Year 300.00 = 300.00 usd, paid | active to 2029-02-28',
    '2029-02-28 renews | cycle: Year 300.00 = 300.00 usd, paid | active to 2030-02-28',
  ),
  story(
    'a trial in yen',
    '2027-01-31 buys on trial Pro 3000 jpy monthly with a trial of 14 days | create: trial Pro 0 = 0 jpy, paid | trialing to 2027-02-14',
    '2027-02-14 pays the first | cycle: Pro 3000 = 3000 jpy, paid | active to 2027-03-14',
  ),
  story(
    'subscribed by the seller, with the card of an earlier subscription',
    '2027-04-01 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-05-01',
    '2027-04-05 is revoked | - | canceled 2027-04-05',
    '2027-04-10 is given Middle 60.00 eur monthly | create: Middle 60.00 = 60.00 eur, paid | active to 2027-05-10',
    '2027-05-10 renews | cycle: Middle 60.00 = 60.00 eur, paid | active to 2027-06-10',
  ),
  story(
    'subscribed by the seller to a trial',
    '2027-04-01 buys Pro 30.00 usd monthly | create: Pro 30.00 = 30.00 usd, paid | active to 2027-05-01',
    '2027-04-05 is revoked | - | canceled 2027-04-05',
    '2027-04-10 is given a trial of Middle 60.00 usd monthly with a trial of 14 days | create: trial Middle 0.00 = 0.00 usd, paid | trialing to 2027-04-24',
    '2027-04-24 pays the first | cycle: Middle 60.00 = 60.00 usd, paid | active to 2027-05-24',
  ),
  story(
    'subscribed by the seller, never paid: expires after 23 hours',
    '2027-04-01 buys Pro 30.00 eur monthly on the card that fails | create: Pro 30.00 = 30.00 eur, paid | active to 2027-05-01',
    '2027-04-05 is revoked | - | canceled 2027-04-05',
    '2027-04-10 is asked to pay Middle 60.00 eur monthly | create: Middle 60.00 = 60.00 eur, pending | incomplete to 2027-05-10',
    '2027-04-11 08:59 waits | - | incomplete to 2027-05-10',
    '2027-04-11 09:00 never pays | create: Middle 60.00 = 60.00 eur, void | incomplete_expired 2027-04-11',
  ),
];
