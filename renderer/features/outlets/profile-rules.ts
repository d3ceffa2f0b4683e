/** Lenient checks of an outlet's profile; the server decides. */

/** A telephone number in any common notation, with 7 to 15 digits; may be empty. */
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

/** A British postcode in either case, with or without its space; other countries' are not checked; may be empty. */
export function isPostcode(typed: string, country: string): boolean {
  const postcode = typed.replaceAll(/\s/g, '');
  if (postcode === '' || !unitedKingdom.test(country.trim())) return true;
  return /^(?:[a-z]{1,2}\d[a-z\d]?\d[a-z]{2}|gir0aa)$/i.test(postcode);
}
