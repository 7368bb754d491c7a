import { story } from './story.ts';

/** Months of 28 to 31 days, leap years, anchor days (docs/BILLING.md#periods). */
export const periods = [
  story(
    'the 31st: 28, 31, 30 and 31 days',
    '2027-01-31 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-03-31',
    '2027-03-31 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-04-30',
    '2027-04-30 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-05-31',
  ),
  story(
    'the 31st in a leap year: 29 days, and back to the 31st',
    '2028-01-31 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2028-02-29',
    '2028-02-29 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2028-03-31',
    '2028-03-31 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2028-04-30',
  ),
  story(
    'the 30th: February alone is shorter',
    '2027-01-30 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-03-30',
    '2027-03-30 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-04-30',
  ),
  story(
    'the 30th in a leap year',
    '2028-01-30 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2028-02-29',
    '2028-02-29 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2028-03-30',
    '2028-03-30 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2028-04-30',
  ),
  story(
    'the 29th in a common year',
    '2027-01-29 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-03-29',
    '2027-03-29 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-04-29',
  ),
  story(
    'the 29th in a leap year: no month is shorter',
    '2028-01-29 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2028-02-29',
    '2028-02-29 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2028-03-29',
  ),
  story(
    'the 28th: never drifts',
    '2027-01-28 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-03-28',
  ),
  story(
    'the 28th of February, the last day: stays the 28th',
    '2027-02-28 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-03-28',
    '2027-03-28 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-04-28',
  ),
  story(
    '29 February by month: the 29th, and the 28th of the next February',
    '2028-02-29 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2028-03-29',
    '2028-03-29 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2028-04-29',
  ),
  story(
    '29 February by year: the 28th, until there is a 29th again',
    '2028-02-29 buys Year 300.00 eur yearly | create: Year 300.00 = 300.00 eur, paid | active to 2029-02-28',
    '2029-02-28 renews | cycle: Year 300.00 = 300.00 eur, paid | active to 2030-02-28',
    '2030-02-28 renews | cycle: Year 300.00 = 300.00 eur, paid | active to 2031-02-28',
    '2031-02-28 renews | cycle: Year 300.00 = 300.00 eur, paid | active to 2032-02-29',
    '2032-02-29 renews | cycle: Year 300.00 = 300.00 eur, paid | active to 2033-02-28',
  ),
  story(
    '28 February by year: the 28th in leap years, too',
    '2027-02-28 buys Year 300.00 eur yearly | create: Year 300.00 = 300.00 eur, paid | active to 2028-02-28',
    '2028-02-28 renews | cycle: Year 300.00 = 300.00 eur, paid | active to 2029-02-28',
  ),
  story(
    'a new year begins between two renewals',
    '2027-11-30 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-12-30',
    '2027-12-30 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2028-01-30',
    '2028-01-30 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2028-02-29',
  ),
  story(
    'the last minute of a month',
    '2027-08-31 23:59 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-09-30',
    '2027-09-30 10:00 waits | - | active to 2027-09-30',
    '2027-09-30 23:59 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-10-31',
  ),
  story(
    'whole yen',
    '2027-01-31 buys Pro 3000 jpy monthly | create: Pro 3000 = 3000 jpy, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 3000 = 3000 jpy, paid | active to 2027-03-31',
  ),
  story(
    'thousandths of a dinar',
    '2027-01-31 buys Pro 9.500 bhd monthly | create: Pro 9.500 = 9.500 bhd, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 9.500 = 9.500 bhd, paid | active to 2027-03-31',
  ),
  story(
    'what is free renews for nothing',
    '2027-01-31 buys Free 0.00 usd monthly | create: Free 0.00 = 0.00 usd, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Free 0.00 = 0.00 usd, paid | active to 2027-03-31',
  ),
  story(
    'what is bought once never renews',
    '2027-01-31 buys once Book 25.00 usd once | purchase: Book 25.00 = 25.00 usd, paid | no subscription',
    '2027-03-31 waits | - | no subscription',
  ),
  story(
    'cancels, and ends with the period, on the 28th',
    '2027-01-31 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-02-28',
    '2027-02-10 cancels | - | active to 2027-02-28, ending',
    '2027-02-28 ends | - | canceled 2027-02-28',
    '2027-04-01 waits | - | canceled 2027-02-28',
  ),
  story(
    'cancels and uncancels on one day, and renews',
    '2027-03-31 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-04-30',
    '2027-04-10 cancels | - | active to 2027-04-30, ending',
    '2027-04-10 uncancels | - | active to 2027-04-30',
    '2027-04-30 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-05-31',
  ),
  story(
    'cancels, uncancels and cancels on one day, and ends',
    '2027-03-31 buys Pro 30.00 usd monthly | create: Pro 30.00 = 30.00 usd, paid | active to 2027-04-30',
    '2027-04-10 cancels | - | active to 2027-04-30, ending',
    '2027-04-10 uncancels | - | active to 2027-04-30',
    '2027-04-10 cancels | - | active to 2027-04-30, ending',
    '2027-04-30 ends | - | canceled 2027-04-30',
  ),
  story(
    'cancels on the day of the purchase',
    '2027-04-30 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-05-30',
    '2027-04-30 cancels | - | active to 2027-05-30, ending',
    '2027-05-30 ends | - | canceled 2027-05-30',
  ),
  story(
    'is revoked in mid period: ends at once, without a refund',
    '2027-01-31 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-02-28',
    '2027-02-10 is revoked | - | canceled 2027-02-10',
    '2027-03-31 waits | - | canceled 2027-02-10',
  ),
  story(
    'is revoked after it was canceled: announces no second cancellation',
    '2027-01-31 buys Pro 30.00 usd monthly | create: Pro 30.00 = 30.00 usd, paid | active to 2027-02-28',
    '2027-02-05 cancels | - | active to 2027-02-28, ending',
    '2027-02-10 is revoked once canceled | - | canceled 2027-02-10',
  ),
  story(
    'buys again after the end, with an anchor of its own',
    '2027-01-31 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-02-28',
    '2027-02-10 is revoked | - | canceled 2027-02-10',
    '2027-02-12 buys Pro 30.00 eur monthly | create: Pro 30.00 = 30.00 eur, paid | active to 2027-03-12',
    '2027-03-12 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-04-12',
  ),
];
