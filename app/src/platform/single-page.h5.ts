/** A browser has no mode that shows a single page alone. */
export const isSinglePage = (): boolean => false
