// Controls aside from tab and line ends, half characters, and the two that are none. Source: XML 1.0 §2.2, RFC 5545 §3.1
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is for
const NO_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu

/** What people typed without what no calendar and no spreadsheet can read. */
export function plainText(typed: string): string {
  return typed.replace(NO_TEXT, '')
}
