// Controls aside from tab and line ends, half characters, and the two that are none. Source: XML 1.0 §2.2, RFC 5545 §3.1
const NO_TEXT = /(?![\t\n\r])\p{Control}|\p{Surrogate}|[\ufffe\uffff]/gu

/** What people typed without what no calendar and no spreadsheet can read. */
export function plainText(typed: string): string {
  return typed.replace(NO_TEXT, '')
}
