/** What an outlet's profile may hold, as leniently as people write it; the server has the last word. */

/** A telephone number in any of the ways it is written, with 7 to 15 digits; a missing one is none. */
export function isTelephone(typed: string): boolean {
  const number = typed.trim();
  const digits = number.replace(/(?:ext\.?|x)\s*\d*$/i, '').replaceAll(/\D/g, '');
  return (
    number === '' ||
    (/^[+(\d](?:[\d\s().\-/+#*,]|ext|x)*$/i.test(number) && digits.length >= 7 && digits.length <= 15)
  );
}

const unitedKingdom =
  /^(?:uk|gb|u\.k\.|(?:the )?united kingdom|great britain|england|scotland|wales|northern ireland)?$/i;

/** A British postcode in either case, with or without its space; other countries have their own, and none is none. */
export function isPostcode(typed: string, country: string): boolean {
  const postcode = typed.replaceAll(/\s/g, '');
  if (postcode === '' || !unitedKingdom.test(country.trim())) return true;
  return /^(?:[a-z]{1,2}\d[a-z\d]?\d[a-z]{2}|gir0aa)$/i.test(postcode);
}
