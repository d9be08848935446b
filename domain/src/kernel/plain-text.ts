// Controls except tab and line ends, lone surrogates, and the two non-characters. Source: XML 1.0 §2.2, RFC 5545 §3.1
const NO_TEXT = /(?![\t\n\r])\p{Control}|\p{Surrogate}|[\ufffe\uffff]/gu

/** Typed text without the characters that calendars and spreadsheets cannot read. */
export function plainText(typed: string): string {
  return typed.replace(NO_TEXT, '')
}
