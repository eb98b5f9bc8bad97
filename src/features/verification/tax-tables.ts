// The built-in rates, transcribed a second time from the laws and tables that their sources name, so that an error in
// the first transcription is found.

/** Country or province, tax, per cent from a day on; a later entry of the same place replaces the one before. */
const READ = `
CA GST 5 2008-01-01; CA-ON HST 13 2010-07-01; CA-NB HST 15 2016-07-01; CA-NL HST 15 2016-07-01;
CA-PE HST 15 2016-10-01; CA-NS HST 15 2010-07-01; CA-NS HST 14 2025-04-01; CA-QC QST 9.975 2013-01-01;
CA-BC PST 7 2013-04-01; CA-SK PST 6 2017-03-23; CA-MB RST 7 2019-07-01;
AT VAT 20 1984-01-01; BE VAT 21 1996-01-01; BG VAT 20 1999-01-01; CY VAT 19 2014-01-13;
CZ VAT 21 2013-01-01; DE VAT 19 2007-01-01; DE VAT 16 2020-07-01; DE VAT 19 2021-01-01;
DK VAT 25 1992-01-01; EE VAT 20 2009-07-01; EE VAT 22 2024-01-01; EE VAT 24 2025-07-01;
ES VAT 21 2012-09-01; FI VAT 24 2013-01-01; FI VAT 25.5 2024-09-01; FR VAT 20 2014-01-01;
GR VAT 24 2016-06-01; HR VAT 25 2012-03-01; HU VAT 27 2012-01-01; IE VAT 23 2012-01-01;
IE VAT 21 2020-09-01; IE VAT 23 2021-03-01; IT VAT 22 2013-10-01; LT VAT 21 2009-09-01;
LU VAT 17 2015-01-01; LU VAT 16 2023-01-01; LU VAT 17 2024-01-01; LV VAT 21 2012-07-01;
MT VAT 18 2004-01-01; NL VAT 21 2012-10-01; PL VAT 23 2011-01-01; PT VAT 23 2011-01-01;
RO VAT 19 2017-01-01; RO VAT 21 2025-08-01; SE VAT 25 1990-07-01; SI VAT 22 2013-07-01;
SK VAT 20 2011-01-01; SK VAT 23 2025-01-01; GB VAT 20 2011-01-04; XI VAT 20 2021-01-01;
CH VAT 7.7 2018-01-01; CH VAT 8.1 2024-01-01; NO VAT 25 2005-01-01`

const ENTRIES = READ.split(';').map((entry) => {
  const [place, name, percentage, from] = entry.trim().split(' ')
  return { place, name, percentage, from: from ?? '' }
})

/** True if a rate is that of its place on a day, under its name. */
export function isBuiltIn(tax: Record<string, unknown>, date: string): boolean {
  const { rate, name, percentage, country, region } = tax
  const place = region === null ? country : `${country}-${region}`
  const found = ENTRIES.findLast((each) => each.place === place && each.from <= date)
  const isThat = found?.name === name && found?.percentage === percentage
  return isThat && rate === `${place}/${name}/${percentage}`
}
