import { story } from './story.ts';

/** Discounts and tax over the cycles: half away from zero (docs/BILLING.md#discounts, #tax). */
export const discounts = [
  story(
    'a percentage once',
    '2027-01-31 buys Pro 30.00 eur monthly less 10% once | create: Pro 30.00 less 3.00 (10% × 30.00) = 27.00 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-03-31',
  ),
  story(
    'a percentage for 2 months: two periods, whatever their length',
    '2027-01-31 buys Pro 30.00 eur monthly less 10% for 2 months | create: Pro 30.00 less 3.00 = 27.00 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 less 3.00 = 27.00 eur, paid | active to 2027-03-31',
    '2027-03-31 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-04-30',
  ),
  story(
    'a percentage for 3 months: the purchase and two renewals',
    '2027-03-15 buys Pro 30.00 usd monthly less 50% for 3 months | create: Pro 30.00 less 15.00 = 15.00 usd, paid | active to 2027-04-15',
    '2027-04-15 renews | cycle: Pro 30.00 less 15.00 = 15.00 usd, paid | active to 2027-05-15',
    '2027-05-15 renews | cycle: Pro 30.00 less 15.00 = 15.00 usd, paid | active to 2027-06-15',
    '2027-06-15 renews | cycle: Pro 30.00 = 30.00 usd, paid | active to 2027-07-15',
  ),
  story(
    'a percentage for 1 month is once',
    '2027-03-15 buys Pro 30.00 usd monthly less 50% for 1 months | create: Pro 30.00 less 15.00 = 15.00 usd, paid | active to 2027-04-15',
    '2027-04-15 renews | cycle: Pro 30.00 = 30.00 usd, paid | active to 2027-05-15',
  ),
  story(
    'a percentage forever',
    '2027-01-31 buys Pro 30.00 eur monthly less 10% forever | create: Pro 30.00 less 3.00 = 27.00 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 less 3.00 = 27.00 eur, paid | active to 2027-03-31',
    '2027-03-31 renews | cycle: Pro 30.00 less 3.00 = 27.00 eur, paid | active to 2027-04-30',
    '2027-04-30 renews | cycle: Pro 30.00 less 3.00 = 27.00 eur, paid | active to 2027-05-31',
  ),
  story(
    'a fixed amount once',
    '2027-01-31 buys Pro 30.00 eur monthly less 5.00 once | create: Pro 30.00 less 5.00 = 25.00 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-03-31',
  ),
  story(
    'a fixed amount for 2 months',
    '2027-01-31 buys Pro 3000 jpy monthly less 500 for 2 months | create: Pro 3000 less 500 = 2500 jpy, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 3000 less 500 = 2500 jpy, paid | active to 2027-03-31',
    '2027-03-31 renews | cycle: Pro 3000 = 3000 jpy, paid | active to 2027-04-30',
  ),
  story(
    'a fixed amount forever',
    '2027-04-30 buys Pro 30.00 usd monthly less 5.00 forever | create: Pro 30.00 less 5.00 = 25.00 usd, paid | active to 2027-05-30',
    '2027-05-30 renews | cycle: Pro 30.00 less 5.00 = 25.00 usd, paid | active to 2027-06-30',
    '2027-06-30 renews | cycle: Pro 30.00 less 5.00 = 25.00 usd, paid | active to 2027-07-30',
  ),
  story(
    'a fixed amount above the price takes no more than the price',
    '2027-01-31 buys Pro 30.00 usd monthly less 50.00 once | create: Pro 30.00 less 30.00 = 0.00 usd, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 = 30.00 usd, paid | active to 2027-03-31',
  ),
  story(
    'all of it for 2 months keeps the card, which the third month charges',
    '2027-01-31 buys Pro 30.00 eur monthly less 100% for 2 months | create: Pro 30.00 less 30.00 = 0.00 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 less 30.00 = 0.00 eur, paid | active to 2027-03-31',
    '2027-03-31 renews | cycle: Pro 30.00 = 30.00 eur, paid | active to 2027-04-30',
  ),
  story(
    'all of it forever',
    '2027-03-31 buys Pro 30.00 usd monthly less 100% forever | create: Pro 30.00 less 30.00 = 0.00 usd, paid | active to 2027-04-30',
    '2027-04-30 renews | cycle: Pro 30.00 less 30.00 = 0.00 usd, paid | active to 2027-05-31',
  ),
  story(
    'a year, less 3 months: the first invoice only',
    '2027-01-31 buys Year 300.00 eur yearly less 10% for 3 months | create: Year 300.00 less 30.00 = 270.00 eur, paid | active to 2028-01-31',
    '2028-01-31 renews | cycle: Year 300.00 = 300.00 eur, paid | active to 2029-01-31',
  ),
  story(
    'a year, less 12 months: the first invoice only',
    '2027-01-31 buys Year 300.00 usd yearly less 10% for 12 months | create: Year 300.00 less 30.00 = 270.00 usd, paid | active to 2028-01-31',
    '2028-01-31 renews | cycle: Year 300.00 = 300.00 usd, paid | active to 2029-01-31',
  ),
  story(
    'a year, less 13 months: two invoices',
    '2027-01-31 buys Year 300.00 eur yearly less 10% for 13 months | create: Year 300.00 less 30.00 = 270.00 eur, paid | active to 2028-01-31',
    '2028-01-31 renews | cycle: Year 300.00 less 30.00 = 270.00 eur, paid | active to 2029-01-31',
    '2029-01-31 renews | cycle: Year 300.00 = 300.00 eur, paid | active to 2030-01-31',
  ),
  story(
    'a year from 29 February, less 24 months: two invoices',
    '2028-02-29 buys Year 300.00 eur yearly less 20.00 for 24 months | create: Year 300.00 less 20.00 = 280.00 eur, paid | active to 2029-02-28',
    '2029-02-28 renews | cycle: Year 300.00 less 20.00 = 280.00 eur, paid | active to 2030-02-28',
    '2030-02-28 renews | cycle: Year 300.00 = 300.00 eur, paid | active to 2031-02-28',
  ),
  story(
    'a year, less a fixed amount once',
    '2027-06-30 buys Year 300.00 usd yearly less 100.00 once | create: Year 300.00 less 100.00 = 200.00 usd, paid | active to 2028-06-30',
    '2028-06-30 renews | cycle: Year 300.00 = 300.00 usd, paid | active to 2029-06-30',
  ),
  story(
    'a year, less a percentage forever',
    '2027-06-30 buys Year 300.00 usd yearly less 15% forever | create: Year 300.00 less 45.00 = 255.00 usd, paid | active to 2028-06-30',
    '2028-06-30 renews | cycle: Year 300.00 less 45.00 = 255.00 usd, paid | active to 2029-06-30',
  ),
  story(
    'half a cent is rounded away from zero',
    '2027-01-31 buys Odd 10.05 eur monthly less 10% forever | create: Odd 10.05 less 1.01 (10% × 10.05) = 9.04 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Odd 10.05 less 1.01 = 9.04 eur, paid | active to 2027-03-31',
  ),
  story(
    'half a yen as well',
    '2027-01-31 buys Odd 1005 jpy monthly less 50% once | create: Odd 1005 less 503 (50% × 1005) = 502 jpy, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Odd 1005 = 1005 jpy, paid | active to 2027-03-31',
  ),
  story(
    'a third of a percent',
    '2027-01-31 buys Pro 30.00 usd monthly less 33.33% forever | create: Pro 30.00 less 10.00 (33.33% × 30.00) = 20.00 usd, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 less 10.00 = 20.00 usd, paid | active to 2027-03-31',
  ),
  story(
    'dinars are charged by tens of a thousandth',
    '2027-01-31 buys Odd 1.900 bhd monthly less 7.5% once | create: Odd 1.900 less 0.140 = 1.760 bhd, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Odd 1.900 = 1.900 bhd, paid | active to 2027-03-31',
  ),
  story(
    'tax is added',
    '2027-01-31 buys Pro 30.00 eur monthly from DE | create: Pro 30.00 plus 5.70 (19% × 30.00) = 35.70 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 plus 5.70 = 35.70 eur, paid | active to 2027-03-31',
  ),
  story(
    'tax is on what the discount leaves',
    '2027-01-31 buys Pro 30.00 eur monthly from DE less 10% once | create: Pro 30.00 less 3.00 plus 5.13 (19% × 27.00) = 32.13 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 plus 5.70 = 35.70 eur, paid | active to 2027-03-31',
  ),
  story(
    'tax of half a cent is rounded away from zero',
    '2027-01-31 buys Odd 10.50 eur monthly from DE | create: Odd 10.50 plus 2.00 (19% × 10.50) = 12.50 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Odd 10.50 plus 2.00 = 12.50 eur, paid | active to 2027-03-31',
  ),
  story(
    'another country, another rate',
    '2027-01-31 buys Pro 30.00 eur monthly from FR | create: Pro 30.00 plus 1.65 (5.5% × 30.00) = 31.65 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 plus 1.65 = 31.65 eur, paid | active to 2027-03-31',
  ),
  story(
    'two rates of one place, each rounded by itself',
    '2027-01-31 buys Odd 10.30 usd monthly from CA | create: Odd 10.30 plus 1.55 = 11.85 usd, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Odd 10.30 plus 1.55 = 11.85 usd, paid | active to 2027-03-31',
  ),
  story(
    'tax in yen',
    '2027-01-31 buys Odd 1005 jpy monthly from JP | create: Odd 1005 plus 101 (10% × 1005) = 1106 jpy, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Odd 1005 plus 101 = 1106 jpy, paid | active to 2027-03-31',
  ),
  story(
    'nothing is left to tax',
    '2027-01-31 buys Pro 30.00 eur monthly from DE less 100% once | create: Pro 30.00 less 30.00 = 0.00 eur, paid | active to 2027-02-28',
    '2027-02-28 renews | cycle: Pro 30.00 plus 5.70 = 35.70 eur, paid | active to 2027-03-31',
  ),
  story(
    'a purchase with discount and tax',
    '2027-01-31 buys once Book 25.00 eur once from DE less 10% once | purchase: Book 25.00 less 2.50 plus 4.28 (19% × 22.50) = 26.78 eur, paid | no subscription',
  ),
];
