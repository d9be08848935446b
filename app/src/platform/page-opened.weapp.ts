/** Resolves at once: WeChat ends a navigation only when the page is shown. */
export const pageOpened = (): Promise<void> => Promise.resolve()
