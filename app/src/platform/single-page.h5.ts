/** A browser has no mode in which a page stands alone. */
export const isSinglePage = (): boolean => false
