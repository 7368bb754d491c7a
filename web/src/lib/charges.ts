import { minorDigits } from './currencies';

/** Every currency that can be charged, with its least charge in minor units; a test compares this file with the server's table. */
const LEAST = `
  aed 200 afn 5000 all 5000 amd 20000 ang 100 aoa 50000 ars 100000 aud 50 awg 100 azn 100 bam 100 bbd 100 bdt 10000 bgn 100 bhd 200
  bif 2000 bmd 50 bnd 100 bob 500 brl 50 bsd 50 bwp 1000 byn 200 bzd 100 cad 50 cdf 200000 chf 50 clp 500 cny 500 cop 200000 crc 50000
  cve 5000 czk 1500 djf 100 dkk 250 dop 5000 dzd 10000 egp 5000 etb 10000 eur 50 fjd 200 fkp 50 gbp 30 gel 200 gip 50 gmd 5000 gnf 5000
  gtq 500 gyd 20000 hkd 400 hnl 2000 htg 10000 huf 17500 idr 1000000 ils 200 inr 50 isk 10000 jmd 10000 jod 500 jpy 50 kes 10000 kgs 5000
  khr 500000 kmf 500 krw 1000 kwd 200 kyd 50 kzt 50000 lak 2000000 lbp 5000000 lkr 20000 lrd 10000 lsl 1000 mad 500 mdl 1000 mga 5000
  mkd 5000 mmk 200000 mnt 200000 mop 500 mur 5000 mvr 1000 mwk 100000 mxn 1000 myr 200 mzn 5000 nad 1000 ngn 100000 nio 2000 nok 300
  npr 10000 nzd 50 omr 200 pab 50 pen 200 pgk 500 php 5000 pkr 20000 pln 200 pyg 5000 qar 200 ron 200 rsd 10000 rub 5000 rwf 1000 sar 200
  sbd 500 scr 1000 sek 300 sgd 50 shp 50 sle 2000 sos 50000 srd 2000 std 2000000 szl 1000 thb 1000 tjs 500 tnd 2000 top 200 try 5000
  ttd 500 twd 2000 tzs 200000 uah 5000 ugx 200000 usd 50 uyu 2000 uzs 1000000 vnd 20000 vuv 100 wst 200 xaf 500 xcd 200 xcg 100 xof 500
  xpf 100 yer 20000 zar 1000 zmw 2000
`;
const WHOLE_HUNDREDTHS = 'isk ugx';

const least = new Map([...LEAST.matchAll(/([a-z]{3}) (\d+)/g)].map(([, code = '', amount]) => [code, Number(amount)]));

/** Codes in lower case, in order. */
export const currencies: readonly string[] = [...least.keys()];

/** The least charge, in minor units. */
export function leastCharge(currency: string): number {
  return least.get(currency.toLowerCase()) ?? 0;
}

/** The most that can be charged, in minor units. */
export function mostCharge(currency: string): number {
  return currency.toLowerCase() === 'idr' ? 999_999_999_999 : 99_999_999;
}

/** The highest limit of a price that buyers choose. */
export function mostChosen(currency: string): number {
  return Math.min(Math.max(1_000_000, 20_000 * leastCharge(currency)), mostCharge(currency));
}

/** What every charge is a multiple of, in minor units: 1 for most. */
export function chargeStep(currency: string): number {
  const code = currency.toLowerCase();
  return minorDigits(code) === 3 ? 10 : WHOLE_HUNDREDTHS.includes(code) ? 100 : 1;
}
