/** The result of opening a page for a desktop: opened in a new tab, address copied, or address only shown. */
export type DesktopResult = { kind: 'opened' | 'copied' | 'shown'; address: string }
