/** What became of a page that is for a desk: it stands in a tab of its own, or its address is copied, or only shown. */
export type DeskEnd = { kind: 'opened' | 'copied' | 'shown'; address: string }
