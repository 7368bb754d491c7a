import { story } from './story.ts';

/** Credits and debts (docs/BILLING.md#customer-account). */
export const accounts = [
  story(
    'less than the least charge is owed until the renewal',
    '2027-04-01 buys Small 30.00 usd monthly | create: Small 30.00 = 30.00 usd, paid | active to 2027-05-01',
    '2027-04-01 switches, billed now, to Tiny 30.40 usd monthly | update: unused Small -30.00, rest Tiny 30.40 = 0.40 usd, paid | active to 2027-05-01, debt 0.40 usd',
    '2027-05-01 renews | cycle: Tiny 30.40 = 30.40 usd, debt 0.40, due 30.80, paid | active to 2027-06-01',
    '2027-06-01 renews | cycle: Tiny 30.40 = 30.40 usd, paid | active to 2027-07-01',
  ),
  story(
    'as in yen',
    '2027-04-01 buys Small 3000 jpy monthly | create: Small 3000 = 3000 jpy, paid | active to 2027-05-01',
    '2027-04-01 switches, billed now, to Tiny 3040 jpy monthly | update: unused Small -3000, rest Tiny 3040 = 40 jpy, paid | active to 2027-05-01, debt 40 jpy',
    '2027-05-01 renews | cycle: Tiny 3040 = 3040 jpy, debt 40, due 3080, paid | active to 2027-06-01',
  ),
  story(
    'the least charge is charged',
    '2027-04-01 buys Small 30.00 usd monthly | create: Small 30.00 = 30.00 usd, paid | active to 2027-05-01',
    '2027-04-01 switches, billed now, to Tiny 30.50 usd monthly | update: unused Small -30.00, rest Tiny 30.50 = 0.50 usd, paid | active to 2027-05-01',
    '2027-05-01 renews | cycle: Tiny 30.50 = 30.50 usd, paid | active to 2027-06-01',
  ),
  story(
    'a cent below is not',
    '2027-04-01 buys Small 30.00 eur monthly | create: Small 30.00 = 30.00 eur, paid | active to 2027-05-01',
    '2027-04-01 switches, billed now, to Tiny 30.49 eur monthly | update: unused Small -30.00, rest Tiny 30.49 = 0.49 eur, paid | active to 2027-05-01, debt 0.49 eur',
  ),
  story(
    'two debts below it together are owed together',
    '2027-04-01 buys Small 30.00 usd monthly | create: Small 30.00 = 30.00 usd, paid | active to 2027-05-01',
    '2027-04-01 switches, billed now, to Tiny 30.20 usd monthly | update: unused Small -30.00, rest Tiny 30.20 = 0.20 usd, paid | active to 2027-05-01, debt 0.20 usd',
    '2027-04-01 switches, billed now, to Tiny 30.40 usd monthly | update: unused Tiny -30.20, rest Tiny 30.40 = 0.20 usd, debt 0.20, due 0.40, paid | active to 2027-05-01, debt 0.40 usd',
    '2027-05-01 renews | cycle: Tiny 30.40 = 30.40 usd, debt 0.40, due 30.80, paid | active to 2027-06-01',
  ),
  story(
    'two debts that reach it are charged',
    '2027-04-01 buys Small 30.00 eur monthly | create: Small 30.00 = 30.00 eur, paid | active to 2027-05-01',
    '2027-04-01 switches, billed now, to Tiny 30.30 eur monthly | update: unused Small -30.00, rest Tiny 30.30 = 0.30 eur, paid | active to 2027-05-01, debt 0.30 eur',
    '2027-04-01 switches, billed now, to Tiny 30.60 eur monthly | update: unused Tiny -30.30, rest Tiny 30.60 = 0.30 eur, debt 0.30, due 0.60, paid | active to 2027-05-01',
  ),
  story(
    'a credit settles a debt',
    '2027-04-01 buys Small 30.00 usd monthly | create: Small 30.00 = 30.00 usd, paid | active to 2027-05-01',
    '2027-04-01 switches, billed now, to Tiny 30.40 usd monthly | update: unused Small -30.00, rest Tiny 30.40 = 0.40 usd, paid | active to 2027-05-01, debt 0.40 usd',
    '2027-04-01 switches, billed now, to Mini 20.00 usd monthly | update: unused Tiny -30.40, rest Mini 20.00 = -10.40 usd, debt 0.40, due 0.00, paid | active to 2027-05-01, credit 10.00 usd',
    '2027-05-01 renews | cycle: Mini 20.00 = 20.00 usd, credit 10.00, due 10.00, paid | active to 2027-06-01',
  ),
  story(
    'a credit that leaves less than the least charge leaves a debt',
    '2027-04-01 buys Big 59.70 usd monthly | create: Big 59.70 = 59.70 usd, paid | active to 2027-05-01',
    '2027-04-01 switches, billed now, to Small 30.00 usd monthly | update: unused Big -59.70, rest Small 30.00 = -29.70 usd, paid | active to 2027-05-01, credit 29.70 usd',
    '2027-05-01 renews | cycle: Small 30.00 = 30.00 usd, credit 29.70, due 0.30, paid | active to 2027-06-01, debt 0.30 usd',
    '2027-06-01 renews | cycle: Small 30.00 = 30.00 usd, debt 0.30, due 30.30, paid | active to 2027-07-01',
  ),
  story(
    'credit outlives a subscription: the next one renews by it, but is not bought by it',
    '2027-04-01 buys Large 90.00 eur monthly | create: Large 90.00 = 90.00 eur, paid | active to 2027-05-01',
    '2027-04-01 switches, billed now, to Small 30.00 eur monthly | update: unused Large -90.00, rest Small 30.00 = -60.00 eur, paid | active to 2027-05-01, credit 60.00 eur',
    '2027-04-02 cancels | - | active to 2027-05-01, ending, credit 60.00 eur',
    '2027-05-01 ends | - | canceled 2027-05-01, credit 60.00 eur',
    '2027-05-15 buys Middle 70.00 eur monthly | create: Middle 70.00 = 70.00 eur, paid | active to 2027-06-15, credit 60.00 eur',
    '2027-06-15 renews | cycle: Middle 70.00 = 70.00 eur, credit 60.00, due 10.00, paid | active to 2027-07-15',
  ),
  story(
    'credit of one currency pays nothing of another',
    '2027-04-01 buys Large 90.00 eur monthly | create: Large 90.00 = 90.00 eur, paid | active to 2027-05-01',
    '2027-04-01 switches, billed now, to Small 30.00 eur monthly | update: unused Large -90.00, rest Small 30.00 = -60.00 eur, paid | active to 2027-05-01, credit 60.00 eur',
    '2027-04-02 is revoked | - | canceled 2027-04-02, credit 60.00 eur',
    '2027-04-15 buys Small 3000 jpy monthly | create: Small 3000 = 3000 jpy, paid | active to 2027-05-15, credit 60.00 eur',
    '2027-05-15 renews | cycle: Small 3000 = 3000 jpy, paid | active to 2027-06-15, credit 60.00 eur',
  ),
  story(
    'credit comes back from an order that is given up',
    '2027-04-01 buys Large 90.00 eur monthly on the card that fails | create: Large 90.00 = 90.00 eur, paid | active to 2027-05-01',
    '2027-04-01 switches, billed now, to Middle 60.00 eur monthly | update: unused Large -90.00, rest Middle 60.00 = -30.00 eur, paid | active to 2027-05-01, credit 30.00 eur',
    '2027-05-01 renews on the card that fails | cycle: Middle 60.00 = 60.00 eur, credit 30.00, due 30.00, pending | past_due to 2027-06-01, again 2027-05-03',
    '2027-05-03 is charged in vain | - | past_due to 2027-06-01, again 2027-05-08',
    '2027-05-08 is charged in vain | - | past_due to 2027-06-01, again 2027-05-15',
    '2027-05-15 is charged in vain | - | past_due to 2027-06-01, again 2027-05-22',
    '2027-05-22 is given up | cycle: Middle 60.00 = 60.00 eur, credit 30.00, due 30.00, void | canceled 2027-05-22, credit 30.00 eur',
  ),
];
