/** What an organization's prices and figures are in unless it says otherwise. */
export const DEFAULT_CURRENCY = 'usd';

/**
 * The least that the processor charges, in minor units, as it publishes it. `inr` is as published, however small.
 * @see docs/BILLING.md#currencies
 */
const PUBLISHED = `
  usd 50   aed 200  aud 50   bgn 100  brl 50   cad 50     chf 50   czk 1500  dkk 250  eur 50   gbp 30   hkd 400
  huf 17500  inr 50  jpy 50  mxn 1000  myr 200  nok 300   nzd 50   pln 200   ron 200  sek 300  sgd 50   thb 1000
`;

/** For other currencies: the smallest 1, 2 or 5 × 10ⁿ that was worth 0.50 usd or more when this table was made, at the end of 2025. */
const DERIVED = `
  afn 5000   all 5000   amd 20000    ang 100      aoa 50000   ars 100000  awg 100    azn 100     bam 100     bbd 100
  bdt 10000  bhd 200    bif 2000     bmd 50       bnd 100     bob 500     bsd 50     bwp 1000    byn 200     bzd 100
  cdf 200000 clp 500    cny 500      cop 200000   crc 50000   cve 5000    djf 100    dop 5000    dzd 10000   egp 5000
  etb 10000  fjd 200    fkp 50       gel 200      gip 50      gmd 5000    gnf 5000   gtq 500     gyd 20000   hnl 2000
  htg 10000  idr 1000000  ils 200    isk 10000    jmd 10000   jod 500     kes 10000  kgs 5000    khr 500000  kmf 500
  krw 1000   kwd 200    kyd 50       kzt 50000    lak 2000000 lbp 5000000 lkr 20000  lrd 10000   lsl 1000    mad 500
  mdl 1000   mga 5000   mkd 5000     mmk 200000   mnt 200000  mop 500     mur 5000   mvr 1000    mwk 100000  mzn 5000
  nad 1000   ngn 100000 nio 2000     npr 10000    omr 200     pab 50      pen 200    pgk 500     php 5000    pkr 20000
  pyg 5000   qar 200    rsd 10000    rub 5000     rwf 1000    sar 200     sbd 500    scr 1000    shp 50      sle 2000
  sos 50000  srd 2000   std 2000000  szl 1000     tjs 500     tnd 2000    top 200    try 5000    ttd 500     twd 2000
  tzs 200000 uah 5000   ugx 200000   uyu 2000     uzs 1000000 vnd 20000   vuv 100    wst 200     xaf 500     xcd 200
  xcg 100    xof 500    xpf 100      yer 20000    zar 1000    zmw 2000
`;

const NO_DECIMALS = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf';
/** Their last digit is 0 in every amount that is charged. */
const THREE_DECIMALS = 'bhd jod kwd omr tnd';
/** Have no smaller unit any more, but the processor counts them in hundredths as before: whole units only. */
const WHOLE_HUNDREDTHS = 'isk ugx';

/** Eight digits, which is as many as the processor takes; rupiah are small, and may have twelve. */
const MAXIMUM = 99_999_999;
const MAXIMUM_IDR = 999_999_999_999;

/** How a currency counts its money, as the processor does: the number of decimals of some differs from what Intl says. */
interface Currency {
  decimals: number;
  /** In minor units, as below. */
  minimumCharge: number;
  maximumCharge: number;
  /** Amounts that are charged are multiples of it. */
  step: number;
}

const table: ReadonlyMap<string, Currency> = new Map(
  [...`${PUBLISHED}${DERIVED}`.matchAll(/([a-z]{3}) (\d+)/g)]
    .map(([, code = '', minimum]): [string, Currency] => [code, currencyOf(code, Number(minimum))])
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);

function currencyOf(code: string, minimumCharge: number): Currency {
  const decimals = NO_DECIMALS.includes(code) ? 0 : THREE_DECIMALS.includes(code) ? 3 : 2;
  const step = decimals === 3 ? 10 : WHOLE_HUNDREDTHS.includes(code) ? 100 : 1;
  return { decimals, minimumCharge, maximumCharge: code === 'idr' ? MAXIMUM_IDR : MAXIMUM, step };
}

/** All that can be charged: codes of ISO 4217 in lower case, in order. */
export const CURRENCIES: readonly string[] = [...table.keys()];

/** Whether it can be charged. @param code in lower case */
export function isCurrency(code: unknown): code is string {
  return typeof code === 'string' && table.has(code);
}

/** Digits after the point: 2 for usd, 0 for jpy, 3 for bhd; 2 for a currency that can't be charged. */
export function decimalsOf(currency: string): number {
  return table.get(currency)?.decimals ?? 2;
}

/** The least that can be charged, in minor units: 50 for usd. */
export function minimumChargeOf(currency: string): number {
  return table.get(currency)?.minimumCharge ?? 0;
}

/** The most that can be charged, in minor units. */
export function maximumChargeOf(currency: string): number {
  return table.get(currency)?.maximumCharge ?? MAXIMUM;
}

/** What every amount that is charged is a multiple of, in minor units: 10 for bhd, 100 for isk, 1 for most. */
export function chargeStepOf(currency: string): number {
  return table.get(currency)?.step ?? 1;
}
